package dev.backplane.pool;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/**
 * What a lease has cost, by the newest report.
 *
 * @param asOf the time up to which the report covers the costs
 */
public record Spend(BigDecimal amount, String currency, Instant asOf) {

    /**
     * How far the clock of a cost feed may be ahead. A report from the future would hide all reports until then.
     */
    public static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
}
