package dev.backplane.tenants.events;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.queues.SqsHandler;
import dev.backplane.platform.queues.SqsMessage;
import dev.backplane.tenants.Onboarding;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDecision;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.queues.Sqs;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * Sends events of the bus that name a tenant to the inbound queue of that tenant, unchanged and at least once.
 *
 * <p>Events that no tenant can receive go to the dead-letter queue, with the attributes that EventBridge gives to its own
 * dead letters. The tenant is read for each event, so that a tenant gets nothing once it is suspended or deleted.
 */
public final class ForwardEventHandler extends SqsHandler {

    private static final String ERROR_CODE = "ERROR_CODE";
    private static final String ERROR_MESSAGE = "ERROR_MESSAGE";

    private final TenantStore tenants;
    private final Sqs sqs;
    private final String deadLetters;
    private final StackVersion current;
    private final Clock clock;

    /** Whether an event can be delivered. */
    private sealed interface Decision {

        record Deliver(Queue queue) implements Decision {}

        record Refuse(String code, String reason) implements Decision {}
    }

    public ForwardEventHandler() {
        this(Platform.lambda());
    }

    public ForwardEventHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE);
        this.tenants = new Stores(platform).tenants();
        this.sqs = new Sqs(platform);
        this.deadLetters = platform.settings().require(TenantsSettings.FORWARDING_DLQ);
        this.current = TenantsSettings.stackVersion(platform.settings());
        this.clock = platform.clock();
    }

    @Override
    protected void handle(SqsMessage message) {
        String event = message.body();
        Decision decision = decide(event);
        if (decision instanceof Decision.Deliver(Queue queue) && !sqs.send(queue.url(), event, Map.of())) {
            // A delete removes the row first. So the row of a queue that a delete has removed is gone now.
            Decision again = decide(event);
            decision = again.equals(decision)
                    ? new Decision.Refuse("QUEUE_NOT_FOUND", "The queue of the tenant does not exist.")
                    : again;
        }
        if (decision instanceof Decision.Refuse(String code, String reason)) {
            refuse(event, code, reason);
        }
    }

    private Decision decide(String event) {
        Optional<TenantId> tenant = tenant(event);
        return tenant.isPresent()
                ? decide(tenant.get())
                : new Decision.Refuse("INVALID_TENANT_ID", "The event has no valid detail.tenantId.");
    }

    private static Optional<TenantId> tenant(String event) {
        try {
            return JsonValue.parse(event) instanceof Obj envelope
                    ? envelope.findObject("detail")
                            .flatMap(detail -> detail.findText("tenantId"))
                            .map(TenantId::parse)
                    : Optional.empty();
        } catch (JsonSyntaxException | InvalidValueException e) {
            return Optional.empty();
        }
    }

    // Forwarding provisions nothing, whatever the stage says about requests.
    private Decision decide(TenantId id) {
        return switch (QueueDecision.of(
                tenants.getTenant(id), QueueType.INBOUND, Times.now(clock), current, Onboarding.REGISTERED)) {
            case QueueDecision.Ready(Queue queue, StackVersion _) -> new Decision.Deliver(queue);
            case QueueDecision.Unknown _ -> new Decision.Refuse("TENANT_NOT_FOUND", "There is no tenant " + id + ".");
            case QueueDecision.Gone _ -> new Decision.Refuse("TENANT_DELETED", "The tenant " + id + " is deleted.");
            case QueueDecision.Suspended _ ->
                new Decision.Refuse("TENANT_SUSPENDED", "The tenant " + id + " is suspended.");
            case QueueDecision.Start _,
                    QueueDecision.Provisioning _,
                    QueueDecision.FailedRetryLater _,
                    QueueDecision.FailedForGood _,
                    QueueDecision.NoSuchQueue _ ->
                new Decision.Refuse("TENANT_NOT_PROVISIONED", "The tenant " + id + " has no queue yet.");
        };
    }

    private void refuse(String event, String code, String reason) {
        if (!sqs.send(deadLetters, event, Map.of(ERROR_CODE, code, ERROR_MESSAGE, reason))) {
            throw new IllegalStateException("the dead-letter queue does not exist");
        }
    }
}
