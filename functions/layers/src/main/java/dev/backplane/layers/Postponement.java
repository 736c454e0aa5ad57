package dev.backplane.layers;

import java.time.Duration;
import java.util.Optional;

/** Decides, one day before a version expires, whether it is kept longer. */
@FunctionalInterface
public interface Postponement {

    /** How much later a version expires that functions use. */
    Duration WHILE_IN_USE = Duration.ofDays(7);

    /** Lets every version expire. */
    Postponement NEVER = _ -> Optional.empty();

    /** Returns how much later the version expires; empty if it expires as planned. */
    Optional<Duration> of(Layer layer);
}
