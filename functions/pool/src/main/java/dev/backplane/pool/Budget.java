package dev.backplane.pool;

import java.math.BigDecimal;

/**
 * The money that a lease may cost.
 *
 * @param amount more than 0
 * @param currency three capital letters, as in ISO 4217
 * @param endsLease whether the lease ends when its spend reaches the amount; otherwise an event is published only
 */
public record Budget(BigDecimal amount, String currency, boolean endsLease) {}
