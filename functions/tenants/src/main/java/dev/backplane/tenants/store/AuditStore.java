package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.STATUS;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.EndedRun;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows that tell what became of runs, as far as the runs could not write them themselves. */
public final class AuditStore {

    /**
     * The row is the run's own, or none, or one of an earlier attempt that failed: then the run died before it could
     * write its first word. A row of a later attempt, or of one that is at work, is left alone, so that a message that
     * comes late or twice changes nothing.
     */
    private static final String MAY_FAIL = "attribute_not_exists(pk)"
            + " OR (Execution = :execution AND #status = :started)"
            + " OR (Generation < :generation AND #status <> :started)"
            + " OR (Generation = :generation AND Version = :version AND Attempt < :attempt AND #status = :failure)";

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

    private Map<String, AttributeValue> values(EndedRun run, String reason) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":started", Values.text("Started"));
        values.put(":failure", Values.text("Failure"));
        values.put(":execution", Values.text(run.execution()));
        values.put(":version", Values.text(run.version().value()));
        values.put(":attempt", Values.number(run.attempt()));
        values.put(":generation", Values.number(run.generation()));
        values.put(":reason", Values.text(reason));
        values.put(":now", Values.text(Times.format(Times.now(clock))));
        return values;
    }
}
