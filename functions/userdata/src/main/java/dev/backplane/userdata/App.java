package dev.backplane.userdata;

import java.time.Instant;
import java.util.Optional;

/**
 * An app that keeps data.
 *
 * @param quotaBytes what the values of each of its users may count; empty for any
 */
public record App(AppName name, Optional<Long> quotaBytes, Instant createdAt, Instant updatedAt) {}
