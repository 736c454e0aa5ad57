package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.INPUTS;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_ARN;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_URL;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.STACK_ID;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** The rows of runs: their beginning and their end. */
public final class AuditStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    AuditStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** The result of the first write of a run. */
    public sealed interface Beginning {

        /** The row belongs to the run. */
        record Begun() implements Beginning {}

        /**
         * The run must not do anything.
         *
         * @param owner the execution that the row belongs to; empty if another row does not allow the run
         */
        record Superseded(Optional<String> owner) implements Beginning {}
    }

    /** The result of recording a success. */
    public sealed interface Ending {

        /** The success is recorded, now or by an earlier attempt. */
        record Recorded() implements Ending {}

        /** The row belongs to another run, or the run has failed. */
        record Superseded() implements Ending {}

        /** The tenant's resources do not match the result of the run. */
        record Contradicted() implements Ending {}
    }

    /**
     * What a run has deployed.
     *
     * @param stackId the stack; required for a creation
     * @param version the definition that the stack has; required for an update
     * @param inputs the digest of what the stack was deployed with; empty for the built-in template
     */
    public record Deployed(Optional<String> stackId, Optional<StackVersion> version, Optional<String> inputs) {

        /** The result of a run that deploys nothing. */
        public static final Deployed NOTHING = new Deployed(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Writes the row of a run that begins, unless another run is ahead or the tenant is deleted. */
    public Beginning begin(RunExecution run) {
        Instant now = Times.now(clock);
        return switch (run.kind()) {
            case CREATE, UPDATE, DELETE -> beginTogether(run, StatusWrite.SHOWN, now);
            case UPGRADE -> beginAlone(run, now);
        };
    }

    private Beginning beginAlone(RunExecution run, Instant now) {
        return switch (dynamo.put(table, AuditRows.started(run, now), RunConditions.mayBegin(run, now))) {
            case Write.Applied _ -> new Beginning.Begun();
            case Write.Refused(Optional<Item> current) ->
                new Beginning.Superseded(current.flatMap(other -> other.findText(EXECUTION)));
        };
    }

    private Beginning beginTogether(RunExecution run, StatusWrite write, Instant now) {
        Transaction transaction = new Transaction();
        Action row = transaction.put(table, AuditRows.started(run, now), RunConditions.mayBegin(run, now));
        Action status = transaction.update(
                table, TenantKey.profile(run.tenantId()).attributes(), ProfileRows.begun(run, write, now));
        RunHistory.begin(transaction, table, run);
        if (run.kind() != OperationKind.DELETE) {
            transaction.check(
                    table, TenantKey.deletion(run.tenantId()).attributes(), RunConditions.notDeleted(run.generation()));
        }
        if (run.kind() == OperationKind.UPDATE) {
            transaction.check(table, TenantKey.creation(run.tenantId()).attributes(), RunConditions.ended(now));
        }
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Beginning.Begun();
            case Transaction.Refused refused
            when run.kind() == OperationKind.UPDATE && refused.failed(status) && !refused.failed(row) ->
                write.after(refused.current(status))
                        .map(next -> beginTogether(run, next, now))
                        .orElseGet(() -> new Beginning.Superseded(Optional.empty()));
            case Transaction.Refused refused ->
                new Beginning.Superseded(refused.current(row).flatMap(other -> other.findText(EXECUTION)));
        };
    }

    /** Records the success of a run together with what it means for the tenant's resources and status. */
    public Ending succeed(RunExecution run, Deployed deployed) {
        return succeed(run, deployed, first(run));
    }

    /** Returns where a run records its status first; an upgrade of all tenants has none. */
    private static Optional<StatusWrite> first(RunExecution run) {
        return run.kind() == OperationKind.UPGRADE ? Optional.empty() : Optional.of(StatusWrite.SHOWN);
    }

    private Ending succeed(RunExecution run, Deployed deployed, Optional<StatusWrite> write) {
        Instant now = Times.now(clock);
        Transaction transaction = new Transaction();
        Action row = transaction.update(table, TenantKey.of(run).attributes(), AuditRows.succeeded(run, now));
        switch (run.kind()) {
            case CREATE -> requireResources(transaction, run, deployed);
            case UPDATE -> setVersion(transaction, run, deployed, now);
            case DELETE -> removeResources(transaction, run);
            case UPGRADE -> {}
        }
        Optional<Action> status = write.map(where -> transaction.update(
                table,
                TenantKey.profile(run.tenantId()).attributes(),
                ProfileRows.succeeded(run, where, deployed.version(), now)));
        RunHistory.end(transaction, table, run, Optional.empty(), now);
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Ending.Recorded();
            case Transaction.Refused refused
            when refused.failed(row) ->
                isSuccessOf(run, refused.current(row)) ? new Ending.Recorded() : new Ending.Superseded();
            // The tenant was suspended or resumed. Or another run has set the status since, for example a deletion that
            // waits for this run.
            case Transaction.Refused refused
            when status.filter(refused::failed).isPresent() ->
                succeed(run, deployed, write.get().after(refused.current(status.get())));
            case Transaction.Refused _ -> new Ending.Contradicted();
        };
    }

    private static boolean isSuccessOf(RunExecution run, Optional<Item> row) {
        return row.flatMap(TenantRows::toAudit)
                .filter(audit -> audit.execution().equals(run.arn()) && audit.status() == Status.SUCCESS)
                .isPresent();
    }

    private void requireResources(Transaction transaction, RunExecution run, Deployed deployed) {
        transaction.update(
                table,
                TenantKey.metadata(run.tenantId()).attributes(),
                new ItemUpdate()
                        .setOrRemove(INPUTS, deployed.inputs().map(Values::text))
                        .onlyIf(equal(STACK_ID, text(deployed.stackId().orElseThrow()))));
    }

    private void setVersion(Transaction transaction, RunExecution run, Deployed deployed, Instant now) {
        ItemUpdate update = new ItemUpdate();
        // A run that found the stack current has deployed nothing.
        if (deployed.version().isPresent()) {
            update.setOrRemove(INPUTS, deployed.inputs().map(Values::text));
        }
        transaction.update(
                table,
                TenantKey.metadata(run.tenantId()).attributes(),
                update.set(
                                VERSION,
                                text(deployed.version().orElse(run.version()).value()))
                        .set(UPDATED_AT, text(Times.format(now)))
                        .remove(OUTBOUND_ARN, OUTBOUND_URL)
                        .onlyIf(exists(PK), absent(GENERATION).or(equal(GENERATION, number(run.generation())))));
    }

    private void removeResources(Transaction transaction, RunExecution run) {
        transaction.delete(
                table,
                TenantKey.metadata(run.tenantId()).attributes(),
                absent(GENERATION).or(atMost(GENERATION, number(run.generation()))));
    }

    /**
     * Records the failure of a run, also of one that ended before its first write.
     *
     * @return the row of the run, written now or before; empty if the row belongs to another run
     */
    public Optional<Audit> fail(RunExecution run, String reason) {
        return fail(run, reason, first(run));
    }

    private Optional<Audit> fail(RunExecution run, String reason, Optional<StatusWrite> write) {
        Instant now = Times.now(clock);
        Transaction transaction = new Transaction();
        Action row = transaction.update(table, TenantKey.of(run).attributes(), AuditRows.failed(run, reason, now));
        Optional<Action> status = write.map(where -> transaction.update(
                table, TenantKey.profile(run.tenantId()).attributes(), ProfileRows.failed(run, where, now)));
        RunHistory.end(transaction, table, run, Optional.of(reason), now);
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> Optional.of(AuditRows.toFailed(run, reason, now));
            case Transaction.Refused refused
            when refused.failed(row) ->
                refused.current(row)
                        .flatMap(TenantRows::toAudit)
                        .filter(audit -> audit.execution().equals(run.arn()));
            // The tenant was suspended or resumed, or another run has set the status since.
            case Transaction.Refused refused ->
                fail(
                        run,
                        reason,
                        status.flatMap(action -> write.flatMap(where -> where.after(refused.current(action)))));
        };
    }
}
