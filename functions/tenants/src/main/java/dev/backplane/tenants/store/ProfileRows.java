package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.any;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.less;
import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.NAME;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.PROPERTIES;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.STATUS_AT;
import static dev.backplane.tenants.store.Attributes.STATUS_BY;
import static dev.backplane.tenants.store.Attributes.TIER;
import static dev.backplane.tenants.store.Attributes.TIER_KEY;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Profile;
import dev.backplane.tenants.Registration;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantState;
import dev.backplane.tenants.TenantSummary;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The profiles of tenants, from which lists by status and tier are made.
 *
 * <p>A run sets the status in the same transaction as its own row. When it ends, it changes the status only if no other
 * run has set it since.
 */
final class ProfileRows {

    private static final String SEPARATOR = "#";

    private ProfileRows() {}

    /** Returns the sort key of the index: tier and id. */
    static String tierKey(Optional<String> tier, TenantId id) {
        return prefix(tier.orElse("")) + id;
    }

    /** Returns the beginning of the sort keys of the tenants of a tier. */
    static String prefix(String tier) {
        return tier + SEPARATOR;
    }

    static TenantId idOf(String tierKey) {
        return TenantId.parse(tierKey.substring(tierKey.indexOf(SEPARATOR) + 1));
    }

    /**
     * Returns the change by a run that begins. A creation does not begin while the tenant is suspended, and a deletion ends
     * the suspension.
     */
    static ItemUpdate begun(RunExecution run, StatusWrite write, Instant now) {
        TenantState state = TenantState.during(run.kind());
        return switch (run.kind()) {
            case CREATE -> status(state, run, StatusWrite.SHOWN, now);
            case DELETE -> AccessRows.deleted(status(STATUS, state, run, now), now);
            case UPDATE, UPGRADE -> status(state, run, write, now);
        };
    }

    /** Returns the change by a run that succeeded. */
    static ItemUpdate succeeded(RunExecution run, StatusWrite write, Optional<StackVersion> deployed, Instant now) {
        ItemUpdate update =
                status(TenantState.after(run.kind(), true), run, write, now).onlyIf(setBy(run));
        return run.kind() == OperationKind.DELETE
                ? update.remove(VERSION)
                : update.set(VERSION, text(deployed.orElse(run.version()).value()));
    }

    /**
     * Returns the change by a run that failed. A creation that ended before its first write has not set a status, and
     * does so now.
     */
    static ItemUpdate failed(RunExecution run, StatusWrite write, Instant now) {
        Condition allowed = run.kind() == OperationKind.CREATE
                ? any(setBy(run), absent(STATUS_BY), less(GENERATION, number(run.generation())))
                : setBy(run);
        return status(TenantState.after(run.kind(), false), run, write, now).onlyIf(allowed);
    }

    private static ItemUpdate status(TenantState state, RunExecution run, StatusWrite write, Instant now) {
        return status(write.attribute(), state, run, now).onlyIf(write.condition());
    }

    private static ItemUpdate status(String attribute, TenantState state, RunExecution run, Instant now) {
        return status(attribute, state, now)
                .set(STATUS_BY, text(run.arn()))
                .set(GENERATION, number(run.generation()))
                .setIfAbsent(CREATED_AT, text(Times.format(now)))
                .setIfAbsent(TIER_KEY, text(tierKey(Optional.empty(), run.tenantId())));
    }

    /** Returns the change when the stack of a tenant was deleted by hand. */
    static ItemUpdate lost(StatusWrite write, Instant now) {
        return status(write.attribute(), TenantState.FAILED, now)
                .remove(VERSION)
                .onlyIf(write.condition(), equal(write.attribute(), text(TenantState.READY.value())));
    }

    private static ItemUpdate status(String attribute, TenantState state, Instant now) {
        return new ItemUpdate()
                .set(attribute, text(state.value()))
                .set(STATUS_AT, text(Times.format(now)))
                .set(UPDATED_AT, text(Times.format(now)));
    }

    private static Condition setBy(RunExecution run) {
        return equal(STATUS_BY, text(run.arn()));
    }

    /** Returns the registration of a tenant, whose status stays if it has one. */
    static ItemUpdate registered(Tenant tenant, Registration registration, Instant now) {
        TenantState otherwise = tenant.isUnknown() ? TenantState.REGISTERED : tenant.state(now);
        return new ItemUpdate()
                .setOrRemove(NAME, registration.name().map(Values::text))
                .setOrRemove(TIER, registration.tier().map(Values::text))
                .set(TIER_KEY, text(tierKey(registration.tier(), tenant.id())))
                .set(PROPERTIES, TenantRows.map(registration.attributes()))
                .setIfAbsent(STATUS, text(otherwise.value()))
                .setIfAbsent(STATUS_AT, text(Times.format(now)))
                .setIfAbsent(GENERATION, number(tenant.generation()))
                .setIfAbsent(CREATED_AT, text(Times.format(now)))
                .set(UPDATED_AT, text(Times.format(now)));
    }

    /** Adds what the first profile of a tenant needs besides its status. */
    static ItemUpdate first(ItemUpdate update, Tenant tenant, Instant now) {
        return update.set(TIER_KEY, text(tierKey(Optional.empty(), tenant.id())))
                .set(PROPERTIES, TenantRows.map(Map.of()))
                .set(STATUS_AT, text(Times.format(now)))
                .set(GENERATION, number(tenant.generation()))
                .set(CREATED_AT, text(Times.format(now)))
                .setIfPresent(
                        VERSION, tenant.metadata().map(row -> text(row.version().value())));
    }

    static Profile toProfile(Item row) {
        return new Profile(
                Registration.of(row.findText(NAME), row.findText(TIER), TenantRows.texts(row, PROPERTIES)),
                TenantState.parse(row.text(STATUS)),
                Times.parseAnyForm(row.text(STATUS_AT)),
                Times.parseAnyForm(row.text(CREATED_AT)),
                Times.parseAnyForm(row.text(UPDATED_AT)),
                AccessRows.toAccess(row));
    }

    /** Converts a profile for a list. */
    static TenantSummary toSummary(Item row, Instant now) {
        Profile profile = toProfile(row);
        return new TenantSummary(
                new TenantKey(row.text(PK), TenantKey.PROFILE).tenant(),
                profile.stateAt(now),
                profile.registration().name(),
                profile.registration().tier(),
                row.findText(VERSION).map(StackVersion::parse),
                TenantRows.generation(row),
                profile.created(),
                profile.updated());
    }
}
