package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.ACTOR;
import static dev.backplane.tenants.store.Attributes.ATTEMPT;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.FAILED;
import static dev.backplane.tenants.store.Attributes.FAILURE_REASON;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.REASON;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.Status;
import java.time.Instant;
import java.util.Optional;

/** The rows of runs, at their beginning and at their end. */
final class AuditRows {

    private AuditRows() {}

    /** Returns the row of a run that begins. */
    static Item started(RunExecution run, Instant now) {
        TenantKey key = TenantKey.of(run);
        Item.Builder row = Item.builder()
                .text(PK, key.partition())
                .text(SK, key.sort())
                .text(CREATED_AT, Times.format(now))
                .text(UPDATED_AT, Times.format(now))
                .text(EXECUTION, run.arn())
                .text(STATUS, Status.STARTED.value())
                .text(VERSION, run.version().value())
                .number(ATTEMPT, run.attempt())
                .number(GENERATION, run.generation())
                .text(ACTOR, run.cause().map(cause -> cause.actor().text()))
                .text(REASON, run.cause().flatMap(Cause::reason));
        return run.kind() == OperationKind.UPGRADE ? row.number(FAILED, 0).build() : row.build();
    }

    /** Returns the change when a run succeeds. */
    static ItemUpdate succeeded(RunExecution run, Instant now) {
        return new ItemUpdate()
                .set(STATUS, text(Status.SUCCESS.value()))
                .set(UPDATED_AT, text(Times.format(now)))
                .onlyIf(RunConditions.startedBy(run.arn()));
    }

    /** Returns the change when a run fails; it creates the row of a run that failed before its first write. */
    static ItemUpdate failed(RunExecution run, String reason, Instant now) {
        ItemUpdate update = new ItemUpdate();
        run.cause()
                .ifPresent(cause -> update.set(ACTOR, text(cause.actor().text()))
                        .setOrRemove(REASON, cause.reason().map(Values::text)));
        return update.set(STATUS, text(Status.FAILURE.value()))
                .set(EXECUTION, text(run.arn()))
                .set(VERSION, text(run.version().value()))
                .set(ATTEMPT, number(run.attempt()))
                .set(GENERATION, number(run.generation()))
                .set(FAILURE_REASON, text(reason))
                .setIfAbsent(CREATED_AT, text(Times.format(now)))
                .set(UPDATED_AT, text(Times.format(now)))
                .onlyIf(RunConditions.mayFail(run, now));
    }

    /** Returns a run as its row says after {@link #failed}. */
    static Audit toFailed(RunExecution run, String reason, Instant now) {
        return new Audit(
                run.kind(),
                Optional.of(run.version()),
                Status.FAILURE,
                run.attempt(),
                run.generation(),
                run.arn(),
                Optional.of(reason),
                Optional.empty(),
                now);
    }
}
