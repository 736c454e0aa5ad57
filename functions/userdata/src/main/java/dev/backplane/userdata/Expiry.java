package dev.backplane.userdata;

import java.time.Duration;
import java.time.Instant;

/** When a value expires, as the request that writes it says. */
public sealed interface Expiry {

    /** The shortest lifetime of a value. */
    Duration MIN = Duration.ofSeconds(60);

    /** The longest lifetime of a value: five years. */
    Duration MAX = Duration.ofDays(5 * 365);

    /** Some time after the write. */
    record After(Duration lifetime) implements Expiry {}

    /** At a fixed time. */
    record At(Instant time) implements Expiry {}

    /** Returns when a value that is written at a time expires. */
    default Instant of(Instant written) {
        return switch (this) {
            case After(Duration lifetime) -> written.plus(lifetime);
            case At(Instant time) -> time;
        };
    }
}
