package dev.backplane.local.stepfunctions;

import java.math.BigDecimal;
import java.time.Instant;

/** Formats times for AWS's JSON protocol. */
final class EpochSeconds {

    private static final int MILLIS = 3;

    private EpochSeconds() {}

    /** Epoch seconds with milliseconds. */
    static BigDecimal seconds(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), MILLIS);
    }
}
