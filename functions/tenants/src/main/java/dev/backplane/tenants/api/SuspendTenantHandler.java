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

/** Suspends a tenant: its clients cannot use its queues, which keep their messages. */
public final class SuspendTenantHandler extends SuspensionHandler {

    public static final Operation OPERATION =
            Operation.of("SuspendTenant", Scopes.WRITE, "PUT /tenants/{tenantId}/suspension");

    public SuspendTenantHandler() {
        this(Platform.lambda());
    }

    public SuspendTenantHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    Supplier<Optional<String>> reason(Input input) {
        Supplier<String> reason = input.body("reason", InputType.reason());
        return () -> Optional.of(reason.get());
    }

    @Override
    SuspensionOutcome change(Suspensions suspensions, String reminders, TenantId id, Cause cause) {
        return suspensions.suspend(reminders, id, cause);
    }
}
