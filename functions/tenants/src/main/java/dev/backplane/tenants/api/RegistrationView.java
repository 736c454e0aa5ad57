package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.Profile;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantState;
import io.avaje.jsonb.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tenant that was registered.
 *
 * @param execution the run that this request has started; absent if there is none
 */
@Json
record RegistrationView(
        String tenantId,
        @Nullable String name,
        @Nullable String tier,
        Map<String, String> attributes,
        String status,
        @Nullable String execution,
        String createdAt,
        String updatedAt) {

    static RegistrationView of(Tenant tenant, Optional<String> execution, Instant now) {
        Profile profile = tenant.profile().orElseThrow();
        TenantState state = execution.isPresent() ? TenantState.PROVISIONING : tenant.state(now);
        return new RegistrationView(
                tenant.id().value(),
                profile.registration().name().orElse(null),
                profile.registration().tier().orElse(null),
                profile.registration().attributes(),
                state.value(),
                execution.orElse(null),
                Times.format(profile.created()),
                Times.format(profile.updated()));
    }
}
