package dev.backplane.layers;

import java.time.Duration;
import java.util.Optional;

/** Decides, one day before a version expires, whether it is kept longer. */
@FunctionalInterface
public interface Postponement {

    /** Lets every version expire. */
    Postponement NEVER = _ -> Optional.empty();

    /** Returns how much later the version expires; empty if it expires as planned. */
    Optional<Duration> of(Layer layer);
}
