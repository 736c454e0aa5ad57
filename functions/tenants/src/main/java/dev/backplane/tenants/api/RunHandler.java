package dev.backplane.tenants.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.workflows.Workflow;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.RunInput;
import dev.backplane.tenants.workflow.TenantStateMachine;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The base of operations that may start a run for a tenant.
 *
 * <p>The name and input of a run are derived from the rows that were read, so that concurrent callers who read the same
 * rows start one run. A name that is taken means that the rows have changed since, and they are read again. If they
 * have not changed, the earlier run recorded nothing, and the next attempt follows it: a caller is never told to wait
 * for a run that has ended. Callers who differ do not join each other's run; the run that writes its row first proceeds.
 */
abstract class RunHandler extends HttpHandler {

    private static final int MAX_TRIES = 20;
    private static final int STEADY_TRIES = 6;

    private final OperationKind kind;
    private final TenantStore tenants;
    private final Workflow workflow;
    private final StackVersion current;

    RunHandler(Platform platform, Operation operation, OperationKind kind, Stores stores) {
        super(platform, operation);
        this.kind = kind;
        this.tenants = stores.tenants();
        this.workflow = Workflow.connect(platform, TenantStateMachine.of(kind).setting());
        this.current = TenantsSettings.stackVersion(platform.settings());
    }

    /** The decision derived from the rows of a tenant. */
    sealed interface Step<T> {

        /** A result, without a run. */
        record Respond<T>(T response) implements Step<T> {}

        /** A run to start. */
        record Start<T>(int generation, int attempt) implements Step<T> {}
    }

    /** Returns the version that tenants are brought to. */
    final StackVersion current() {
        return current;
    }

    /** Reads a tenant, decides, and starts a run if that is the decision. */
    final <T> T decide(
            TenantId id,
            Optional<Cause> cause,
            Function<Tenant, Step<T>> decision,
            BiFunction<Run, String, T> accepted) {
        Optional<Run> taken = Optional.empty();
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            switch (decision.apply(tenants.getTenant(id))) {
                case Step.Respond<T>(T response) -> {
                    return response;
                }
                case Step.Start<T>(int generation, int attempt) -> {
                    int skip = skip(tries);
                    Run first = new Run(kind, id, generation, attempt, current, cause);
                    Run run = taken.map(last -> first.after(last, skip)).orElse(first);
                    Optional<String> execution =
                            workflow.start(run.name(), RunInput.of(run).json());
                    if (execution.isPresent()) {
                        return accepted.apply(run, execution.get());
                    }
                    taken = Optional.of(run);
                }
            }
        }
        throw new Unavailable("CONTENDED", "Another run is being started; try again.", Duration.ofSeconds(1));
    }

    // After a rollback of the suite, many names of the version can be taken; growing steps get past them.
    private static int skip(int tries) {
        return tries <= STEADY_TRIES ? 1 : 1 << (tries - STEADY_TRIES);
    }
}
