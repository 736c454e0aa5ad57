package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.any;
import static dev.backplane.platform.dynamo.Condition.atLeast;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.less;
import static dev.backplane.platform.dynamo.Condition.notEqual;
import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.ACTOR;
import static dev.backplane.tenants.store.Attributes.ATTEMPT;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
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
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.EndedRun;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The audit rows that functions write. Runs write the others themselves. */
public final class AuditStore {

    private static final Condition STARTED = equal(STATUS, value(Status.STARTED));
    private static final Condition NOT_STARTED = notEqual(STATUS, value(Status.STARTED));

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    AuditStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Marks a run that ended without recording a result as failed.
     *
     * @return the row of the run, written now or by the run itself; empty if the row belongs to another run
     */
    public Optional<Audit> fail(EndedRun run, String reason) {
        Instant now = Times.now(clock);
        ItemUpdate update = new ItemUpdate();
        run.cause()
                .ifPresent(cause -> update.set(ACTOR, text(cause.actor().text()))
                        .setOrRemove(REASON, cause.reason().map(Values::text)));
        Write write = dynamo.updateAndGet(
                table,
                TenantKey.of(run).attributes(),
                update.set(STATUS, value(Status.FAILURE))
                        .set(EXECUTION, text(run.execution()))
                        .set(VERSION, text(run.version().value()))
                        .set(ATTEMPT, number(run.attempt()))
                        .set(GENERATION, number(run.generation()))
                        .set(FAILURE_REASON, text(reason))
                        .setIfAbsent(CREATED_AT, text(Times.format(now)))
                        .set(UPDATED_AT, text(Times.format(now)))
                        .onlyIf(mayFail(run, now)));
        Optional<Item> row = switch (write) {
            case Write.Applied(Optional<Item> written) -> written;
            case Write.Refused(Optional<Item> current) -> current;
        };
        return row.flatMap(TenantRows::toAudit)
                .filter(audit -> audit.execution().equals(run.execution()));
    }

    /**
     * Requires the run's own row, no row, or the row of an earlier attempt that failed: the run then ended before its
     * first write. The row of a later attempt, or of one that is running, stays, so that a late or repeated message
     * changes nothing.
     */
    private static Condition mayFail(EndedRun run, Instant now) {
        return any(
                absent(PK),
                startedBy(run.execution()),
                all(less(GENERATION, number(run.generation())), NOT_STARTED.or(overdue(now))),
                all(
                        equal(GENERATION, number(run.generation())),
                        equal(VERSION, text(run.version().value())),
                        less(ATTEMPT, number(run.attempt())),
                        failed(now)));
    }

    /**
     * Writes the row of a deletion as its run does, so that the row exists before the run writes it.
     *
     * @return the execution that owns the row now; another one if that wrote it first
     */
    public String beginDeletion(Run run, String execution) {
        Instant now = Times.now(clock);
        TenantKey key = TenantKey.of(run);
        Item row = Item.builder()
                .text(PK, key.partition())
                .text(SK, key.sort())
                .text(CREATED_AT, Times.format(now))
                .text(UPDATED_AT, Times.format(now))
                .text(EXECUTION, execution)
                .text(STATUS, Status.STARTED.value())
                .text(VERSION, run.version().value())
                .number(ATTEMPT, run.attempt())
                .number(GENERATION, run.generation())
                .text(ACTOR, run.cause().map(cause -> cause.actor().text()))
                .text(REASON, run.cause().flatMap(Cause::reason))
                .build();
        return switch (dynamo.put(table, row, mayDelete(run, execution, now))) {
            case Write.Applied _ -> execution;
            case Write.Refused(Optional<Item> current) ->
                current.flatMap(other -> other.findText(EXECUTION)).orElse(execution);
        };
    }

    /** Returns the condition for starting a deletion, which the state machine {@code tenant-delete} uses too. */
    private static Condition mayDelete(Run run, String execution, Instant now) {
        Condition first = any(
                absent(PK),
                less(GENERATION, number(run.generation())),
                startedBy(execution),
                all(
                        absent(GENERATION).or(equal(GENERATION, number(run.generation()))),
                        absent(ATTEMPT).or(less(ATTEMPT, number(run.attempt()))),
                        failed(now)));
        return run.generation() > Tenant.FIRST_GENERATION ? first.or(all(absent(GENERATION), NOT_STARTED)) : first;
    }

    /** Requires the row of a run that has not recorded a result. */
    private static Condition startedBy(String execution) {
        return all(equal(EXECUTION, text(execution)), STARTED);
    }

    /** Requires the row of a run that is still running at a time. */
    static Condition runningAt(Instant now, String execution) {
        return startedBy(execution).and(atLeast(UPDATED_AT, overdueTime(now)));
    }

    /** Requires a run that failed, or that must have ended without recording a result. */
    private static Condition failed(Instant now) {
        return any(equal(STATUS, value(Status.FAILURE)), all(STARTED, overdue(now)));
    }

    private static Condition overdue(Instant now) {
        return less(UPDATED_AT, overdueTime(now));
    }

    private static AttributeValue overdueTime(Instant now) {
        return text(Times.format(now.minus(Audit.OVERDUE_AFTER)));
    }

    private static AttributeValue value(Status status) {
        return text(status.value());
    }
}
