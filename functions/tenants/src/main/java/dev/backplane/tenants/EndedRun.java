package dev.backplane.tenants;

import dev.backplane.platform.Cause;
import java.util.Optional;

/**
 * A run that ended without success.
 *
 * @param tenant empty for an upgrade of all tenants
 * @param execution the ARN of the run, as stored in rows
 * @param name the last part of the ARN
 * @param cause who asked for the run; empty if that is only in its row
 */
public record EndedRun(
        OperationKind kind,
        Optional<TenantId> tenant,
        int generation,
        int attempt,
        StackVersion version,
        String execution,
        String name,
        Optional<Cause> cause) {}
