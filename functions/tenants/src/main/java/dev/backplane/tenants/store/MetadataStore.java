package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.STACK_ID;
import static dev.backplane.tenants.store.Attributes.STATUS;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows that tell what tenants have, as their stacks write them.
 *
 * <p>A stack writes the row only while the run that deploys it is under way, and never touches the row of another stack
 * that exists. So a request that CloudFormation or Lambda delivers late or twice cannot bring back the row of a stack
 * that has failed.
 */
public final class MetadataStore {

    private static final String CHANGE = "SET Version = :version, InboundQueueArn = :arn, InboundQueueUrl = :url,"
            + " StackId = :stack, Execution = :execution, Generation = :generation,"
            + " CreatedAt = if_not_exists(CreatedAt, :now), UpdatedAt = :now"
            + " REMOVE OutboundQueueArn, OutboundQueueUrl";

    private static final String UNDO =
            "SET Version = :version, InboundQueueArn = :arn, InboundQueueUrl = :url," + " UpdatedAt = :now";

    private final Dynamo dynamo;
    private final TenantStore tenants;
    private final String table;
    private final Clock clock;

    MetadataStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.tenants = new TenantStore(dynamo, table, clock);
        this.table = table;
        this.clock = clock;
    }

    /**
     * What a stack has made for a tenant.
     *
     * @param execution the run that deploys the stack
     */
    public record Provision(TenantId tenant, StackVersion version, Queue inbound, String stackId, String execution) {}

    /** What came of writing a row. */
    public sealed interface Outcome {

        record Written() implements Outcome {}

        /** The run that the stack names is not under way. */
        record RunEnded() implements Outcome {}

        /** Another stack owns the row. */
        record Owned(String stackId) implements Outcome {}
    }

    /** Writes what a stack has made or changed; a row that no stack owns is taken over, and one that is lost is made. */
    public Outcome write(Provision provision) {
        return write(provision, Optional.empty());
    }

    /** Does the same, and takes the row over from a stack that no longer exists. */
    public Outcome takeOver(Provision provision, String formerStackId) {
        return write(provision, Optional.of(formerStackId));
    }

    private Outcome write(Provision provision, Optional<String> former) {
        Tenant tenant = tenants.getTenant(provision.tenant());
        Optional<Audit> run = tenant.startedBy(provision.execution());
        if (run.isEmpty()) {
            return new Outcome.RunEnded();
        }
        Transacted transacted = dynamo.transact(new Transaction()
                .update(
                        table,
                        TenantKey.metadata(provision.tenant()).attributes(),
                        update -> update.updateExpression(CHANGE)
                                .conditionExpression("attribute_not_exists(StackId) OR StackId IN (:stack, :former)")
                                .expressionAttributeValues(
                                        changed(provision, run.get().generation(), former.orElse(provision.stackId()))))
                .check(
                        table,
                        TenantKey.of(provision.tenant(), run.get()).attributes(),
                        check -> check.conditionExpression(
                                        "Execution = :execution AND #status = :started AND UpdatedAt >= :overdue")
                                .expressionAttributeNames(Map.of("#status", STATUS))
                                .expressionAttributeValues(underWay(provision.execution()))));
        return switch (transacted) {
            case Transacted.Committed _ -> new Outcome.Written();
            case Transacted.Refused refused ->
                refused.failedAt(1)
                        ? new Outcome.RunEnded()
                        : new Outcome.Owned(refused.currentAt(0)
                                .flatMap(row -> row.findText(STACK_ID))
                                .orElse(""));
        };
    }

    private Map<String, AttributeValue> changed(Provision provision, int generation, String former) {
        Map<String, AttributeValue> values = values(provision);
        values.put(":execution", Values.text(provision.execution()));
        values.put(":generation", Values.number(generation));
        values.put(":former", Values.text(former));
        return values;
    }

    private Map<String, AttributeValue> values(Provision provision) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":version", Values.text(provision.version().value()));
        values.put(":arn", Values.text(provision.inbound().arn()));
        values.put(":url", Values.text(provision.inbound().url()));
        values.put(":stack", Values.text(provision.stackId()));
        values.put(":now", Values.text(Times.format(Times.now(clock))));
        return values;
    }

    private Map<String, AttributeValue> underWay(String execution) {
        Instant overdue = Times.now(clock).minus(Audit.OVERDUE_AFTER);
        return Map.of(
                ":execution", Values.text(execution),
                ":started", Values.text(Status.STARTED.word()),
                ":overdue", Values.text(Times.format(overdue)));
    }

    /** Writes what a stack is rolled back to, if it still owns the row. */
    public void undo(Provision provision) {
        dynamo.update(update -> update.tableName(table)
                .key(TenantKey.metadata(provision.tenant()).attributes())
                .updateExpression(UNDO)
                .conditionExpression("StackId = :stack")
                .expressionAttributeValues(values(provision)));
    }

    /** Removes the row of a tenant unless another stack owns it. */
    public void remove(TenantId tenant, String stackId) {
        dynamo.delete(delete -> delete.tableName(table)
                .key(TenantKey.metadata(tenant).attributes())
                .conditionExpression("attribute_not_exists(StackId) OR StackId = :stack")
                .expressionAttributeValues(Map.of(":stack", Values.text(stackId))));
    }
}
