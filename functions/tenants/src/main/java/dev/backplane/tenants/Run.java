package dev.backplane.tenants;

import dev.backplane.platform.Cause;
import java.util.Optional;

/**
 * A run for one tenant. Its name is derived from its purpose, so that concurrent requests start it once.
 *
 * @param kind any but {@code UPGRADE}
 * @param cause who asked for it; empty if it provisions a tenant on first use
 */
public record Run(
        OperationKind kind, TenantId tenant, int generation, int attempt, StackVersion version, Optional<Cause> cause) {

    /** Returns the name of the Step Functions execution. */
    public String name() {
        String generationName = tenant + "-g" + generation;
        return switch (kind) {
            case CREATE -> generationName + "-v" + version.dashed() + "-a" + attempt;
            case UPDATE -> generationName + "-v" + version.dashed() + "-u" + attempt;
            case DELETE -> generationName + "-d" + attempt;
            case UPGRADE -> throw new IllegalStateException("an upgrade is not a run for one tenant");
        };
    }

    /**
     * Returns the run to start after one of the same kind whose name is taken; the later attempt of the two wins.
     *
     * @param skip the distance from the attempt that is taken
     */
    public Run after(Run taken, int skip) {
        boolean same = taken.generation == generation && taken.version.equals(version);
        return same && taken.attempt >= attempt
                ? new Run(kind, tenant, generation, taken.attempt + skip, version, cause)
                : this;
    }

    /** Returns the run as it is recorded. */
    public RunExecution recordedAs(String execution) {
        return new RunExecution(
                kind, Optional.of(tenant), generation, attempt, version, execution, cause, Optional.empty());
    }
}
