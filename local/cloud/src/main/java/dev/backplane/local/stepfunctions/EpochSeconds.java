package dev.backplane.local.stepfunctions;

import java.math.BigDecimal;
import java.time.Instant;

/** The time format of AWS's JSON protocol. */
final class EpochSeconds {

    private static final int FRACTION_DIGITS = 3;

    private EpochSeconds() {}

    /** Returns epoch seconds with three decimal places. */
    static BigDecimal of(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), FRACTION_DIGITS);
    }
}
