package dev.backplane.infra.settings;

import java.util.List;

/** The retention times that CloudWatch Logs supports, in days. */
final class LogRetention {

    static final List<Integer> DAYS = List.of(
            1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653);

    private LogRetention() {}
}
