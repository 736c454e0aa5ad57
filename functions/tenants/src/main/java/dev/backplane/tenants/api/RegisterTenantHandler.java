package dev.backplane.tenants.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.Onboarding;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.QueueDecision;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.RegisterOutcome;
import dev.backplane.tenants.RegisterOutcome.Registered;
import dev.backplane.tenants.Registration;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.ProfileStore;
import dev.backplane.tenants.store.Stores;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Registers a tenant or replaces its registration, and provisions it if the caller wants that. */
public final class RegisterTenantHandler extends RunHandler {

    public static final Operation OPERATION = Operation.of("RegisterTenant", Scopes.WRITE, "PUT /tenants/{tenantId}");

    private final ProfileStore profiles;
    private final Set<String> tiers;
    private final Clock clock;

    public RegisterTenantHandler() {
        this(Platform.lambda());
    }

    public RegisterTenantHandler(Platform platform) {
        this(platform, new Stores(platform));
    }

    private RegisterTenantHandler(Platform platform, Stores stores) {
        super(platform, OPERATION, OperationKind.CREATE, stores);
        this.profiles = stores.profiles();
        this.tiers = TenantsSettings.tiers(platform.settings());
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Supplier<Registration> registration = RegistrationInput.declare(input, tiers);
        Supplier<Optional<Boolean>> provision = input.optionalBody("provision", InputType.bool());
        input.verify();

        return switch (profiles.register(id.get(), registration.get())) {
            case RegisterOutcome.Deleted _ -> Problems.tenantDeleted(id.get());
            case Registered(Tenant tenant, boolean created) -> {
                Optional<String> execution = provision.get().orElse(false)
                        ? provision(id.get(), Cause.of(request.actor()))
                        : Optional.empty();
                RegistrationView view = RegistrationView.of(tenant, execution, Times.now(clock));
                yield created ? HttpResponse.created("/tenants/" + id.get(), view) : HttpResponse.ok(view);
            }
        };
    }

    /** Starts a run unless the tenant has a queue, is being provisioned, or has to wait after a failure. */
    private Optional<String> provision(TenantId id, Cause cause) {
        return this.<Optional<String>>decide(
                id,
                Optional.of(cause),
                tenant -> QueueDecision.of(tenant, QueueType.INBOUND, Times.now(clock), current(), Onboarding.OPEN)
                                instanceof QueueDecision.Start(int generation, int attempt)
                        ? new Step.Start<>(generation, attempt)
                        : new Step.Respond<>(Optional.empty()),
                (_, execution) -> Optional.of(execution));
    }
}
