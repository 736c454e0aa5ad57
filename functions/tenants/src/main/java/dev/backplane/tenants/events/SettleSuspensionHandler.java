package dev.backplane.tenants.events;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.queues.SqsHandler;
import dev.backplane.platform.queues.SqsMessage;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.queues.Suspensions;

/** Completes suspensions and resumptions whose function ended before it had set the policy or published the event. */
public final class SettleSuspensionHandler extends SqsHandler {

    private final Suspensions suspensions;

    public SettleSuspensionHandler() {
        this(Platform.lambda());
    }

    public SettleSuspensionHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE);
        this.suspensions = new Suspensions(platform);
    }

    @Override
    protected void handle(SqsMessage message) {
        suspensions.settle(tenant(message.body()));
    }

    private static TenantId tenant(String body) {
        try {
            if (JsonValue.parse(body) instanceof Obj members) {
                return members.findText(Suspensions.TENANT)
                        .map(TenantId::parse)
                        .orElseThrow(() -> new InvalidValueException("a message without a tenant"));
            }
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("a message that is not JSON", e);
        }
        throw new InvalidValueException("a message that is not an object");
    }
}
