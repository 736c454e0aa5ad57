package dev.backplane.tenants.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.SuspensionOutcome;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.queues.Suspensions;
import java.util.Optional;
import java.util.function.Supplier;

/** Ends the suspension of a tenant; credentials from before stay denied. */
public final class ResumeTenantHandler extends SuspensionHandler {

    public static final Operation OPERATION =
            Operation.of("ResumeTenant", Scopes.WRITE, "DELETE /tenants/{tenantId}/suspension");

    public ResumeTenantHandler() {
        this(Platform.lambda());
    }

    public ResumeTenantHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    Supplier<Optional<String>> reason(Input input) {
        return input.optionalQuery("reason", InputType.reason());
    }

    @Override
    SuspensionOutcome change(Suspensions suspensions, String reminders, TenantId id, Cause cause) {
        return suspensions.resume(reminders, id, cause);
    }
}
