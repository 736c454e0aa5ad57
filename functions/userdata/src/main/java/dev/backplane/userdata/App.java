package dev.backplane.userdata;

import java.time.Instant;
import java.util.Optional;

/**
 * An app that stores data for users.
 *
 * @param quotaBytes the largest total size of the values of one user; empty if there is no limit
 */
public record App(AppName name, Optional<Long> quotaBytes, Instant createdAt, Instant updatedAt) {}
