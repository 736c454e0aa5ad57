package dev.backplane.local.asl;

import java.util.List;

/** What a state does when it fails: first it may try again, then it may go elsewhere. */
public record Recovery(List<Retrier> retriers, List<Catcher> catchers) {

    /** Where to go on after some errors. */
    public record Catcher(List<String> errors, Shaping shaping, String next) {}

    public Recovery {
        retriers = List.copyOf(retriers);
        catchers = List.copyOf(catchers);
    }
}
