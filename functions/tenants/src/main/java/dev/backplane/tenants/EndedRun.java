package dev.backplane.tenants;

import java.util.Optional;

/**
 * A run that came to an end other than success.
 *
 * @param tenant empty for an upgrade of all tenants
 * @param execution the ARN that rows hold
 * @param name what the ARN ends with
 */
public record EndedRun(
        Kind kind,
        Optional<TenantId> tenant,
        int generation,
        int attempt,
        StackVersion version,
        String execution,
        String name) {}
