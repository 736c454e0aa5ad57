package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.SUSPENDED_AT;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.tenants.Access;
import dev.backplane.tenants.AccessChange;
import dev.backplane.tenants.Profile;
import dev.backplane.tenants.Suspension;
import dev.backplane.tenants.SuspensionOutcome;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The suspensions of tenants. While a tenant is suspended, this is its status in lists, and runs record theirs beside it.
 */
public final class SuspensionStore {

    private final Dynamo dynamo;
    private final TenantStore tenants;
    private final String table;
    private final Clock clock;

    SuspensionStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.tenants = new TenantStore(dynamo, table, clock);
        this.table = table;
        this.clock = clock;
    }

    /** Suspends a tenant, or gives its suspension another reason; it stays suspended since then. */
    public SuspensionOutcome suspend(TenantId id, Cause cause) {
        return change(id, (tenant, now) -> {
            AccessChange change = new AccessChange(AccessChange.Kind.SUSPENDED, now, cause);
            return tenant.suspension().isPresent()
                    ? reword(tenant.suspension().get(), cause, now)
                    : Optional.of(suspension(tenant, change));
        });
    }

    private static Optional<ItemUpdate> reword(Suspension suspension, Cause cause, Instant now) {
        return cause.reason()
                .filter(reason -> !reason.equals(suspension.reason()))
                .map(reason -> AccessRows.reworded(suspension, reason, now));
    }

    private static ItemUpdate suspension(Tenant tenant, AccessChange change) {
        Instant now = change.at();
        ItemUpdate update = AccessRows.suspended(
                tenant.access(), tenant.profile().map(Profile::state).orElseGet(() -> tenant.state(now)), change);
        return tenant.profile()
                .map(profile -> update.onlyIf(
                        absent(SUSPENDED_AT), equal(STATUS, text(profile.state().value()))))
                .orElseGet(() -> ProfileRows.first(update, tenant, now).onlyIf(absent(PK)));
    }

    /** Ends the suspension of a tenant, if there is one. */
    public SuspensionOutcome resume(TenantId id, Cause cause) {
        return change(
                id,
                (tenant, now) -> tenant.suspension()
                        .map(suspension -> AccessRows.resumed(
                                tenant.access(), suspension, new AccessChange(AccessChange.Kind.RESUMED, now, cause))));
    }

    private SuspensionOutcome change(TenantId id, BiFunction<Tenant, Instant, Optional<ItemUpdate>> decide) {
        return dynamo.retry().run(() -> {
            Tenant tenant = tenants.getTenant(id);
            if (tenant.isUnknown()) {
                return new Attempt.Done<>(new SuspensionOutcome.Unknown());
            }
            if (tenant.deletion().isPresent()) {
                return new Attempt.Done<>(new SuspensionOutcome.Deleted());
            }
            Optional<ItemUpdate> update = decide.apply(tenant, Times.now(clock));
            return update.isEmpty() || write(tenant, update.get())
                    ? new Attempt.Done<>(new SuspensionOutcome.Done(update.isEmpty() ? tenant : tenants.getTenant(id)))
                    : new Attempt.Lost<>();
        });
    }

    /** Writes a profile, unless it or the generation of the tenant has changed since it was read. */
    private boolean write(Tenant tenant, ItemUpdate update) {
        Transaction transaction = new Transaction();
        transaction.update(table, TenantKey.profile(tenant.id()).attributes(), update);
        transaction.check(
                table, TenantKey.deletion(tenant.id()).attributes(), RunConditions.notDeleted(tenant.generation()));
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }

    /** Records that the events of changes were published, unless there are further ones. */
    public void published(TenantId id, Access access) {
        dynamo.update(table, TenantKey.profile(id).attributes(), AccessRows.published(access));
    }
}
