package dev.backplane.local.stepfunctions;

import java.math.BigDecimal;
import java.time.Instant;

/** Formats times for AWS's JSON protocol. */
final class EpochSeconds {

    private static final int MILLIS = 3;

    private EpochSeconds() {}

    /** Returns epoch seconds with three fraction digits. */
    static BigDecimal of(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), MILLIS);
    }
}
