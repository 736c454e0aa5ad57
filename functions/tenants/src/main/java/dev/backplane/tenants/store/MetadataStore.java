package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.oneOf;
import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.DEAD_LETTERS_ARN;
import static dev.backplane.tenants.store.Attributes.DEAD_LETTERS_URL;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.INBOUND_ARN;
import static dev.backplane.tenants.store.Attributes.INBOUND_URL;
import static dev.backplane.tenants.store.Attributes.INPUTS;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_ARN;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_URL;
import static dev.backplane.tenants.store.Attributes.OUTPUTS;
import static dev.backplane.tenants.store.Attributes.STACK_ID;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows that describe the queues of tenants, as their stacks write them.
 *
 * <p>A stack writes the row only while the run that deploys it is running, and never changes the row of another stack
 * that exists. A request that CloudFormation or Lambda delivers late or twice therefore cannot restore the row of a
 * stack that failed.
 */
public final class MetadataStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    MetadataStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /**
     * The resources that a stack created for a tenant.
     *
     * @param deadLetters the dead-letter queue of the inbound queue, if the stack has one
     * @param outputs what the stack reports besides the queue
     * @param execution the run that deploys the stack
     */
    public record Provision(
            TenantId tenant,
            StackVersion version,
            Queue inbound,
            Optional<Queue> deadLetters,
            SortedMap<String, String> outputs,
            String stackId,
            String execution) {}

    /** The result of writing a row. */
    public sealed interface Outcome {

        record Written() implements Outcome {}

        /** The run that the stack names is not running. */
        record RunEnded() implements Outcome {}

        /** The tenant was suspended or resumed since it was read. */
        record AccessChanged() implements Outcome {}

        /** Another stack owns the row. */
        record Owned(String stackId) implements Outcome {}
    }

    /**
     * Writes the resources of a stack; creates a missing row, and takes over a row that no stack owns.
     *
     * @param tenant the tenant as it was read before its access was enforced at the queue
     */
    public Outcome write(Provision provision, Tenant tenant) {
        return write(provision, tenant, Optional.empty());
    }

    /** Does the same, and takes the row over from a stack that no longer exists. */
    public Outcome takeOver(Provision provision, Tenant tenant, String formerStackId) {
        return write(provision, tenant, Optional.of(formerStackId));
    }

    private Outcome write(Provision provision, Tenant tenant, Optional<String> former) {
        Optional<Audit> run = tenant.startedBy(provision.execution());
        if (run.isEmpty()) {
            return new Outcome.RunEnded();
        }
        Instant now = Times.now(clock);
        List<AttributeValue> owners = List.of(text(provision.stackId()), text(former.orElse(provision.stackId())));
        Transaction transaction = new Transaction();
        Action row = transaction.update(
                table,
                TenantKey.metadata(provision.tenant()).attributes(),
                resources(provision, now)
                        .set(STACK_ID, text(provision.stackId()))
                        .set(EXECUTION, text(provision.execution()))
                        .set(GENERATION, number(run.get().generation()))
                        .setIfAbsent(CREATED_AT, text(Times.format(now)))
                        // The run records them with its success; until then, the tenant is not current.
                        .remove(INPUTS, OUTBOUND_ARN, OUTBOUND_URL)
                        .onlyIf(absent(STACK_ID).or(oneOf(STACK_ID, owners))));
        Action running = transaction.check(
                table,
                TenantKey.of(provision.tenant(), run.get()).attributes(),
                RunConditions.runningAt(now, provision.execution()));
        // A suspension that is written later finds the row, and with it the queue.
        Action access = transaction.check(
                table, TenantKey.profile(provision.tenant()).attributes(), AccessRows.allows(tenant.access()));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Outcome.Written();
            case Transaction.Refused refused when refused.failed(running) -> new Outcome.RunEnded();
            case Transaction.Refused refused when refused.failed(access) -> new Outcome.AccessChanged();
            case Transaction.Refused refused ->
                new Outcome.Owned(refused.current(row)
                        .flatMap(item -> item.findText(STACK_ID))
                        .orElse(""));
        };
    }

    private static ItemUpdate resources(Provision provision, Instant now) {
        ItemUpdate update = new ItemUpdate()
                .setOrRemove(
                        OUTPUTS,
                        Optional.of(provision.outputs())
                                .filter(outputs -> !outputs.isEmpty())
                                .map(TenantRows::map))
                .set(VERSION, text(provision.version().value()))
                .set(INBOUND_ARN, text(provision.inbound().arn()))
                .set(INBOUND_URL, text(provision.inbound().url()))
                .set(UPDATED_AT, text(Times.format(now)));
        return provision
                .deadLetters()
                .map(queue -> update.set(DEAD_LETTERS_ARN, text(queue.arn())).set(DEAD_LETTERS_URL, text(queue.url())))
                .orElseGet(() -> update.remove(DEAD_LETTERS_ARN, DEAD_LETTERS_URL));
    }

    /** Writes the resources that a stack is rolled back to, if the stack still owns the row. */
    public void undo(Provision provision) {
        dynamo.update(
                table,
                TenantKey.metadata(provision.tenant()).attributes(),
                resources(provision, Times.now(clock)).onlyIf(owned(provision.stackId())));
    }

    /** Deletes the row of a tenant unless another stack owns it; a tenant that was ready has then failed. */
    public void remove(TenantId tenant, String stackId) {
        Write removal = dynamo.delete(
                table, TenantKey.metadata(tenant).attributes(), absent(STACK_ID).or(owned(stackId)));
        if (removal instanceof Write.Applied) {
            lose(tenant, StatusWrite.SHOWN);
        }
    }

    private void lose(TenantId tenant, StatusWrite write) {
        Write loss =
                dynamo.update(table, TenantKey.profile(tenant).attributes(), ProfileRows.lost(write, Times.now(clock)));
        if (loss instanceof Write.Refused(Optional<Item> profile)) {
            write.after(profile).ifPresent(next -> lose(tenant, next));
        }
    }

    /** Deletes the row of a tenant if this stack wrote it. */
    public void removeOf(TenantId tenant, String stackId) {
        dynamo.delete(table, TenantKey.metadata(tenant).attributes(), owned(stackId));
    }

    private static Condition owned(String stackId) {
        return equal(STACK_ID, text(stackId));
    }
}
