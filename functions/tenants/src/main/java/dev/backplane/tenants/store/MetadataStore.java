package dev.backplane.tenants.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import java.time.Clock;
import java.util.Map;

/** The rows that tell what tenants have, as their stacks write them; a stack never touches the row of another. */
public final class MetadataStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    MetadataStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** What a stack has made for a tenant. */
    public record Provision(TenantId tenant, StackVersion version, Queue inbound, String stackId) {}

    /**
     * Writes what a stack has made; a row that no stack owns yet is taken over.
     *
     * @return whether it was written; another stack owns the row otherwise
     */
    public boolean write(Provision provision) {
        int generation = generationOf(provision.tenant());
        return dynamo.update(update -> update.tableName(table)
                        .key(TenantKey.metadata(provision.tenant()).attributes())
                        .updateExpression("SET Version = :version, InboundQueueArn = :arn, InboundQueueUrl = :url,"
                                + " StackId = :stack, Generation = if_not_exists(Generation, :generation),"
                                + " CreatedAt = if_not_exists(CreatedAt, :now), UpdatedAt = :now"
                                + " REMOVE OutboundQueueArn, OutboundQueueUrl")
                        .conditionExpression("attribute_not_exists(StackId) OR StackId = :stack")
                        .expressionAttributeValues(Map.of(
                                ":version", Values.text(provision.version().value()),
                                ":arn", Values.text(provision.inbound().arn()),
                                ":url", Values.text(provision.inbound().url()),
                                ":stack", Values.text(provision.stackId()),
                                ":generation", Values.number(generation),
                                ":now", Values.text(Times.format(Times.now(clock))))))
                instanceof Write.Applied;
    }

    /** Removes the row of a tenant unless another stack owns it. */
    public void remove(TenantId tenant, String stackId) {
        dynamo.delete(delete -> delete.tableName(table)
                .key(TenantKey.metadata(tenant).attributes())
                .conditionExpression("attribute_not_exists(StackId) OR StackId = :stack")
                .expressionAttributeValues(Map.of(":stack", Values.text(stackId))));
    }

    private int generationOf(TenantId tenant) {
        return dynamo.get(get -> get.tableName(table)
                        .key(TenantKey.creation(tenant).attributes())
                        .consistentRead(true))
                .map(TenantRows::generation)
                .orElse(Tenant.FIRST_GENERATION);
    }
}
