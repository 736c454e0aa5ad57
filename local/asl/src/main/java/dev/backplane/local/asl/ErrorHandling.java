package dev.backplane.local.asl;

import java.util.List;

/** What a state does when it fails: first it may try again, then it may go elsewhere. */
public record ErrorHandling(List<Retrier> retriers, List<Catcher> catchers) {

    /** Where to go on after some errors. */
    public record Catcher(List<String> errors, ResultShaping shaping, String next) {}

    public ErrorHandling {
        retriers = List.copyOf(retriers);
        catchers = List.copyOf(catchers);
    }
}
