package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.ATTEMPT;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.EndedRun;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows that tell what became of runs, as far as the runs do not write them themselves. */
public final class AuditStore {

    /** The run of the row has failed, or must have ended without recording a result. */
    private static final String FAILED = "(#status = :failure OR (#status = :started AND UpdatedAt < :overdue))";

    /**
     * The row is the run's own, or none, or one of an earlier attempt that failed: then the run died before it could
     * write its first word. A row of a later attempt, or of one that is at work, is left alone, so that a message that
     * comes late or twice changes nothing.
     */
    private static final String MAY_FAIL = "attribute_not_exists(pk)"
            + " OR (Execution = :execution AND #status = :started)"
            + " OR (Generation < :generation AND (#status <> :started OR UpdatedAt < :overdue))"
            + " OR (Generation = :generation AND Version = :version AND Attempt < :attempt AND " + FAILED + ")";

    /** The condition under which {@code tenant-delete} begins, too. */
    private static final String MAY_DELETE = "attribute_not_exists(pk)"
            + " OR Generation < :generation"
            + " OR (Execution = :execution AND #status = :started)"
            + " OR ((attribute_not_exists(Generation) OR Generation = :generation)"
            + " AND (attribute_not_exists(Attempt) OR Attempt < :attempt) AND " + FAILED + ")";

    private static final String MAY_DELETE_AGAIN =
            MAY_DELETE + " OR (attribute_not_exists(Generation) AND #status <> :started)";

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    AuditStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Makes a failure of a run that has ended without a word.
     *
     * @return the row of the run, be it written now or by the run itself; empty when the row is that of another run
     */
    public Optional<Audit> fail(EndedRun run, String reason) {
        Write write = dynamo.update(update -> update.tableName(table)
                .key(TenantKey.of(run).attributes())
                .updateExpression("SET #status = :failure, Execution = :execution, Version = :version,"
                        + " Attempt = :attempt, Generation = :generation, FailureReason = :reason,"
                        + " CreatedAt = if_not_exists(CreatedAt, :now), UpdatedAt = :now")
                .conditionExpression(MAY_FAIL)
                .expressionAttributeNames(Map.of("#status", STATUS))
                .expressionAttributeValues(values(run, reason))
                .returnValues("ALL_NEW"));
        Optional<Item> row = switch (write) {
            case Write.Applied(Optional<Item> written) -> written;
            case Write.Refused(Optional<Item> current) -> current;
        };
        return row.flatMap(TenantRows::toAudit)
                .filter(audit -> audit.execution().equals(run.execution()));
    }

    /**
     * Writes the row of a deletion as its run does, so that it is there before the run gets to it.
     *
     * @return the execution that owns the row now, which is another one when that was faster
     */
    public String beginDeletion(Run run, String execution) {
        Write write = dynamo.put(put -> put.tableName(table)
                .item(row(run, execution))
                .conditionExpression(run.generation() > Tenant.FIRST_GENERATION ? MAY_DELETE_AGAIN : MAY_DELETE)
                .expressionAttributeNames(Map.of("#status", STATUS))
                .expressionAttributeValues(conditions(run.generation(), run.attempt(), execution)));
        return switch (write) {
            case Write.Applied _ -> execution;
            case Write.Refused(Optional<Item> current) ->
                current.flatMap(row -> row.findText(EXECUTION)).orElse(execution);
        };
    }

    private Map<String, AttributeValue> row(Run run, String execution) {
        AttributeValue now = Values.text(Times.format(Times.now(clock)));
        Map<String, AttributeValue> row = new HashMap<>(TenantKey.of(run).attributes());
        row.put(CREATED_AT, now);
        row.put(UPDATED_AT, now);
        row.put(EXECUTION, Values.text(execution));
        row.put(STATUS, Values.text(Status.STARTED.word()));
        row.put(VERSION, Values.text(run.version().value()));
        row.put(ATTEMPT, Values.number(run.attempt()));
        row.put(GENERATION, Values.number(run.generation()));
        return row;
    }

    private Map<String, AttributeValue> values(EndedRun run, String reason) {
        Map<String, AttributeValue> values = conditions(run.generation(), run.attempt(), run.execution());
        values.put(":version", Values.text(run.version().value()));
        values.put(":reason", Values.text(reason));
        values.put(":now", Values.text(Times.format(Times.now(clock))));
        return values;
    }

    private Map<String, AttributeValue> conditions(int generation, int attempt, String execution) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":started", Values.text(Status.STARTED.word()));
        values.put(":failure", Values.text(Status.FAILURE.word()));
        values.put(":execution", Values.text(execution));
        values.put(":attempt", Values.number(attempt));
        values.put(":generation", Values.number(generation));
        values.put(":overdue", Values.text(Times.format(Times.now(clock).minus(Audit.OVERDUE_AFTER))));
        return values;
    }
}
