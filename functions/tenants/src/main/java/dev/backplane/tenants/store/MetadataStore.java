package dev.backplane.tenants.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import java.time.Clock;
import java.util.Map;

/** The rows that tell what tenants have, as their stacks write them; a stack never touches the row of another. */
public final class MetadataStore {

    private final Dynamo dynamo;
    private final TenantStore tenants;
    private final String table;
    private final Clock clock;

    MetadataStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.tenants = new TenantStore(dynamo, table);
        this.table = table;
        this.clock = clock;
    }

    /** What a stack has made for a tenant. */
    public record Provision(TenantId tenant, StackVersion version, Queue inbound, String stackId) {}

    /** What came of writing a row. */
    public enum Outcome {
        WRITTEN,
        /** Another stack owns the row. */
        OWNED,
        /** The tenant was deleted before the stack came to be. */
        DELETED
    }

    /**
     * Writes what a new stack has made; a row that no stack owns yet is taken over.
     *
     * <p>A run that was stopped can have asked for a stack that is made after its tenant was deleted. Without a row such
     * a stack fails, and takes itself away.
     */
    public Outcome create(Provision provision) {
        Tenant tenant = tenants.getTenant(provision.tenant());
        boolean deleted = tenant.deletion()
                .filter(deletion -> deletion.status() == Status.SUCCESS)
                .isPresent();
        return deleted ? Outcome.DELETED : write(provision, tenant.generation());
    }

    /** Writes what a stack has changed; a row that no stack owns yet is taken over, and one that is lost is made. */
    public Outcome update(Provision provision) {
        return write(provision, tenants.getTenant(provision.tenant()).generation());
    }

    private Outcome write(Provision provision, int generation) {
        Write write = dynamo.update(update -> update.tableName(table)
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
                        ":now", Values.text(Times.format(Times.now(clock))))));
        return write instanceof Write.Applied ? Outcome.WRITTEN : Outcome.OWNED;
    }

    /** Removes the row of a tenant unless another stack owns it. */
    public void remove(TenantId tenant, String stackId) {
        dynamo.delete(delete -> delete.tableName(table)
                .key(TenantKey.metadata(tenant).attributes())
                .conditionExpression("attribute_not_exists(StackId) OR StackId = :stack")
                .expressionAttributeValues(Map.of(":stack", Values.text(stackId))));
    }
}
