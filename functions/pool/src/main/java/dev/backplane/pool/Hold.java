package dev.backplane.pool;

import dev.backplane.platform.Cause;
import java.time.Instant;

/**
 * Keeps an account from being cleaned and leased.
 *
 * @param quarantine whether the account was quarantined, not only held
 * @param cause who holds it, and why
 */
public record Hold(Instant since, boolean quarantine, Cause cause) {}
