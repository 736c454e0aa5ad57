package dev.backplane.tenants;

import java.time.Instant;

/** A tenant as lists show it. */
public record TenantSummary(TenantId id, StackVersion version, int generation, Instant created, Instant updated) {}
