package dev.backplane.local.asl;

import java.util.List;

/** The retriers and catchers of a state; retriers are applied first. */
public record ErrorHandling(List<Retrier> retriers, List<Catcher> catchers) {

    /** The next state after some errors. */
    public record Catcher(List<String> errors, ResultShaping shaping, String next) {}

    public ErrorHandling {
        retriers = List.copyOf(retriers);
        catchers = List.copyOf(catchers);
    }
}
