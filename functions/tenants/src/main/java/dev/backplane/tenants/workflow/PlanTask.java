package dev.backplane.tenants.workflow;

import dev.backplane.platform.Times;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.UpgradePages.Position;
import dev.backplane.tenants.store.UpgradePages.Scope;
import io.avaje.jsonb.Json;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A question of the state machine that upgrades all tenants.
 *
 * @param execution the ARN of the upgrade's run
 * @param begun the time of its start
 * @param position where to read on; absent for the first page
 * @param tenantId the tenant in question; absent if the question is about a page
 * @param taken the last attempt whose name was taken
 */
@Json
record PlanTask(
        String execution,
        String begun,
        RunInput input,
        @Nullable Place position,
        @Nullable String tenantId,
        @Nullable Integer taken) {

    /** A position, as the state machine keeps it. */
    @Json
    record Place(boolean retrying, @Nullable String after) {

        static Place of(Position position) {
            return new Place(position.retrying(), position.after().orElse(null));
        }
    }

    RunExecution upgrade() {
        return input.execution(OperationKind.UPGRADE, execution);
    }

    Scope scope() {
        return new Scope(upgrade().version(), Times.parseAnyForm(begun));
    }

    Position from() {
        return position == null
                ? Position.FIRST
                : new Position(position.retrying(), Optional.ofNullable(position.after()));
    }

    TenantId tenant() {
        return TenantId.parse(Objects.requireNonNull(tenantId));
    }

    /** Returns the lowest attempt whose name may be free. */
    int nextAttempt() {
        return taken == null ? 1 : taken + 1;
    }
}
