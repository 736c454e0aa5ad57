package dev.backplane.tenants;

import dev.backplane.platform.Actor;
import java.time.Instant;

/**
 * The suspension of a tenant.
 *
 * @param otherwise the state that the tenant has without it
 */
public record Suspension(String reason, Instant since, Actor actor, TenantState otherwise) {}
