package dev.backplane.pool;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * What a lease has cost, by the newest report.
 *
 * @param asOf the time up to which the report covers the costs
 */
public record Spend(BigDecimal amount, String currency, Instant asOf) {}
