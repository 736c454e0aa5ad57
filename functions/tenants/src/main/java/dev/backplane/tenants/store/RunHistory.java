package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.ACTOR;
import static dev.backplane.tenants.store.Attributes.ATTEMPT;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.ENDED_AT;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.EXPIRES_AT;
import static dev.backplane.tenants.store.Attributes.FAILURE_REASON;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.OPERATION;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.REASON;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.STEPS;
import static dev.backplane.tenants.store.Attributes.STEP_AT;
import static dev.backplane.tenants.store.Attributes.STEP_MILLIS;
import static dev.backplane.tenants.store.Attributes.STEP_NAME;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.RunRecord;
import dev.backplane.tenants.RunRecord.Step;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.Trace;
import dev.backplane.tenants.Trace.Mark;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The history of tenants: one row for each run that got its turn.
 *
 * <p>A row is written in the transactions that begin and end its run, so it says what the audit row of the run says or
 * said. Its key has the start and the name of the run, which never change, so a repeated write replaces the same row.
 */
public final class RunHistory {

    /** How long a run is kept. */
    public static final Duration KEPT = Duration.ofDays(400);

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    RunHistory(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** A run and its position in the list. */
    private record Found(RunRecord run, String position) {}

    /** Lists the runs of a tenant, newest first. */
    public Page<RunRecord, String> list(TenantId tenant, int limit, Optional<String> after) {
        Instant now = Times.now(clock);
        String partition = TenantKey.runs(tenant);
        ItemQuery query = ItemQuery.of(table, equal(PK, text(partition)))
                .descending()
                .after(after.map(sort -> new TenantKey(partition, sort).attributes()));
        List<Found> found = dynamo.read(query, limit + 1, row -> new Found(toRecord(row, now), row.text(SK)));
        Page<Found, String> page = Page.of(found, limit, Found::position);
        return new Page<>(page.items().stream().map(Found::run).toList(), page.next());
    }

    /** Adds a run that begins to a transaction. */
    static void begin(Transaction transaction, String table, RunExecution run) {
        run.trace()
                .ifPresent(trace ->
                        transaction.put(table, row(run, trace, Status.STARTED).build()));
    }

    /** Adds the end of a run to a transaction. */
    static void end(Transaction transaction, String table, RunExecution run, Optional<String> failure, Instant now) {
        run.trace().ifPresent(trace -> {
            Item.Builder row = row(run, trace, failure.isPresent() ? Status.FAILURE : Status.SUCCESS)
                    .text(ENDED_AT, Times.format(now))
                    .text(FAILURE_REASON, failure)
                    .value(STEPS, AttributeValue.fromL(steps(trace, now)));
            transaction.put(table, row.build());
        });
    }

    private static Item.Builder row(RunExecution run, Trace trace, Status status) {
        String started = Times.format(trace.started());
        return Item.builder()
                .text(PK, TenantKey.runs(run.tenantId()))
                .text(SK, started + "#" + run.name())
                .text(CREATED_AT, started)
                .text(OPERATION, run.kind().name())
                .text(STATUS, status.value())
                .text(EXECUTION, run.arn())
                .text(VERSION, run.version().value())
                .number(ATTEMPT, run.attempt())
                .number(GENERATION, run.generation())
                .text(ACTOR, run.cause().map(cause -> cause.actor().text()))
                .text(REASON, run.cause().flatMap(Cause::reason))
                .number(EXPIRES_AT, trace.started().plus(KEPT).getEpochSecond());
    }

    /** Returns the steps with their durations; a step lasts until the next one begins. */
    private static List<AttributeValue> steps(Trace trace, Instant end) {
        List<AttributeValue> steps = new ArrayList<>();
        List<Mark> marks = trace.marks();
        for (int i = 0; i < marks.size(); i++) {
            Mark mark = marks.get(i);
            Instant next = i + 1 < marks.size() ? marks.get(i + 1).at() : end;
            steps.add(AttributeValue.fromM(Map.of(
                    STEP_NAME, text(mark.step()),
                    STEP_AT, text(Times.format(mark.at())),
                    STEP_MILLIS,
                            number(Math.max(0, Duration.between(mark.at(), next).toMillis())))));
        }
        return steps;
    }

    private static RunRecord toRecord(Item row, Instant now) {
        Instant started = Times.parseAnyForm(row.text(CREATED_AT));
        Status stored = Status.parse(row.text(STATUS));
        Status status = Audit.asOf(stored, started, now);
        return new RunRecord(
                OperationKind.valueOf(row.text(OPERATION)),
                StackVersion.parse(row.text(VERSION)),
                TenantRows.generation(row),
                (int) row.number(ATTEMPT),
                status,
                row.text(EXECUTION),
                row.findActor(ACTOR),
                row.findText(REASON),
                status == stored ? row.findText(FAILURE_REASON) : Optional.of(Audit.NO_RESULT),
                started,
                row.findText(ENDED_AT).map(Times::parseAnyForm),
                toSteps(row));
    }

    private static List<Step> toSteps(Item row) {
        AttributeValue steps = row.attributes().get(STEPS);
        return steps == null
                ? List.of()
                : steps.l().stream()
                        .map(step -> new Item(step.m()))
                        .map(step -> new Step(
                                step.text(STEP_NAME),
                                Times.parseAnyForm(step.text(STEP_AT)),
                                Duration.ofMillis(step.number(STEP_MILLIS))))
                        .toList();
    }
}
