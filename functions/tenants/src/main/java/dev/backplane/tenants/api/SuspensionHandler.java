package dev.backplane.tenants.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.SuspensionOutcome;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.queues.Suspensions;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** The base of the operations that suspend and resume a tenant. */
abstract class SuspensionHandler extends HttpHandler {

    private final Suspensions suspensions;
    private final String reminders;
    private final Clock clock;

    SuspensionHandler(Platform platform, Operation operation) {
        super(platform, operation);
        this.suspensions = new Suspensions(platform);
        this.reminders = platform.settings().require(TenantsSettings.SUSPENSION_QUEUE);
        this.clock = platform.clock();
    }

    /** Declares the caller's reason. */
    abstract Supplier<Optional<String>> reason(Input input);

    abstract SuspensionOutcome change(Suspensions suspensions, String reminders, TenantId id, Cause cause);

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Supplier<Optional<String>> reason = reason(input);
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return switch (change(suspensions, reminders, id.get(), cause)) {
            case SuspensionOutcome.Done(Tenant tenant) -> HttpResponse.ok(AccessView.of(tenant, Times.now(clock)));
            case SuspensionOutcome.Unknown _ -> Problems.tenantNotFound(id.get());
            case SuspensionOutcome.Deleted _ -> Problems.tenantDeleted(id.get());
        };
    }
}
