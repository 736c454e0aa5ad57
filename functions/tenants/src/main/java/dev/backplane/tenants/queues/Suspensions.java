package dev.backplane.tenants.queues;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.SuspensionOutcome;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.SuspensionStore;
import dev.backplane.tenants.store.TenantStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Suspends and resumes tenants: the row decides, and the queue's policy and the event follow it.
 *
 * <p>Before anything else, a message is sent that arrives after the function must have ended. Whatever fails in between, and
 * whichever of several callers wrote the policy last, the function that receives it makes the policy follow the row.
 */
public final class Suspensions {

    /** The member of the message that names the tenant. */
    public static final String TENANT = "tenantId";

    // Longer than the timeout of the functions that call this for a caller.
    private static final Duration DELAY = Duration.ofSeconds(30);

    private static final int MAX_ROUNDS = 5;

    private final TenantStore tenants;
    private final SuspensionStore suspensions;
    private final QueueAccess access;
    private final EventPublisher events;
    private final Sqs sqs;

    public Suspensions(Platform platform) {
        Stores stores = new Stores(platform);
        this.tenants = stores.tenants();
        this.suspensions = stores.suspensions();
        this.access = new QueueAccess(platform);
        this.events = platform.events();
        this.sqs = new Sqs(platform);
    }

    /** Suspends a tenant at its queues. */
    public SuspensionOutcome suspend(String reminders, TenantId id, Cause cause) {
        remind(reminders, id);
        return settled(suspensions.suspend(id, cause));
    }

    /** Resumes a tenant at its queues. */
    public SuspensionOutcome resume(String reminders, TenantId id, Cause cause) {
        remind(reminders, id);
        return settled(suspensions.resume(id, cause));
    }

    private void remind(String queue, TenantId id) {
        String message = Obj.of(Map.entry(TENANT, new Text(id.value()))).compact();
        if (!sqs.send(queue, message, Map.of(), DELAY)) {
            throw new IllegalStateException("the queue of suspensions does not exist");
        }
    }

    private SuspensionOutcome settled(SuspensionOutcome outcome) {
        if (outcome instanceof SuspensionOutcome.Done(Tenant tenant)) {
            settle(tenant.id());
        }
        return outcome;
    }

    /** Makes the policies of a tenant's queues follow its row, and publishes the events that were not. */
    public void settle(TenantId id) {
        Tenant tenant = tenants.getTenant(id);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Optional<Metadata> metadata = tenant.metadata();
            if (metadata.isPresent()) {
                access.enforce(metadata.get(), tenant.access());
            }
            Tenant now = tenants.getTenant(id);
            // Another caller may have changed the row and then the policy, before this one wrote it.
            if (now.access().allowsTheSameAs(tenant.access()) && hasTheSameQueues(now, tenant)) {
                publish(now);
                return;
            }
            tenant = now;
        }
        throw new Unavailable("CONTENDED", "The tenant is being changed; try again.", Duration.ofSeconds(1));
    }

    private static boolean hasTheSameQueues(Tenant one, Tenant other) {
        return one.metadata().map(Metadata::inbound).equals(other.metadata().map(Metadata::inbound))
                && one.metadata()
                        .flatMap(Metadata::outbound)
                        .equals(other.metadata().flatMap(Metadata::outbound));
    }

    private void publish(Tenant tenant) {
        if (!tenant.access().unpublished().isEmpty()) {
            tenant.access().unpublished().forEach(change -> events.publish(change.event(tenant.id())));
            suspensions.published(tenant.id(), tenant.access());
        }
    }
}
