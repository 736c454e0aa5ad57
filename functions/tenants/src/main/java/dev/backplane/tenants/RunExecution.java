package dev.backplane.tenants;

import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import java.util.Optional;

/**
 * A run as its rows and events name it.
 *
 * @param tenant empty for an upgrade of all tenants
 * @param arn the ARN of the execution, as stored in rows
 * @param cause who asked for the run; empty if that is only in its row
 * @param trace its course; empty if it is not known, so that the history does not change
 */
public record RunExecution(
        OperationKind kind,
        Optional<TenantId> tenant,
        int generation,
        int attempt,
        StackVersion version,
        String arn,
        Optional<Cause> cause,
        Optional<Trace> trace) {

    /** Returns the name of the execution, which is the last part of its ARN. */
    public String name() {
        return arn.substring(arn.lastIndexOf(':') + 1);
    }

    /** Returns the run with its course. */
    public RunExecution with(Trace course) {
        return new RunExecution(kind, tenant, generation, attempt, version, arn, cause, Optional.of(course));
    }

    /** Returns the tenant of a run for one tenant. */
    public TenantId tenantId() {
        return tenant.orElseThrow(() -> new InvalidValueException(kind + " without a tenant"));
    }
}
