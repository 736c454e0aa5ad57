package dev.backplane.tenants.workflow;

import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.UpgradePages.Batch;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the tenants that an upgrade has to update.
 *
 * @param more whether another page follows
 * @param position where it begins
 */
@Json
record PlanPage(List<String> tenants, boolean more, PlanTask.@Nullable Place position) {

    static PlanPage of(Batch batch) {
        return new PlanPage(
                batch.tenants().stream().map(TenantId::value).toList(),
                batch.next().isPresent(),
                batch.next().map(PlanTask.Place::of).orElse(null));
    }
}
