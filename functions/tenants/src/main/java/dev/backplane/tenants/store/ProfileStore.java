package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.TIER_KEY;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.tenants.RegisterOutcome;
import dev.backplane.tenants.Registration;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantState;
import dev.backplane.tenants.TenantSummary;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The profiles of tenants: registration, and lists by status and tier. */
public final class ProfileStore {

    private final Dynamo dynamo;
    private final TenantStore tenants;
    private final String table;
    private final Clock clock;

    ProfileStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.tenants = new TenantStore(dynamo, table, clock);
        this.table = table;
        this.clock = clock;
    }

    /**
     * A selection of tenants.
     *
     * @param status empty for all
     * @param tier empty for all
     */
    public record Filter(Optional<TenantState> status, Optional<String> tier) {

        public boolean isEmpty() {
            return status.isEmpty() && tier.isEmpty();
        }

        /** Returns a text that differs from that of every other filter. */
        public String text() {
            return status.map(TenantState::value).orElse("") + "#" + tier.orElse("");
        }
    }

    /** A position in a filtered list: a status, and the sort key of the index. */
    public record Position(TenantState status, String tierKey) {

        public String text() {
            return status.value() + " " + tierKey;
        }

        public static Position parse(String text) {
            String[] parts = text.split(" ", -1);
            if (parts.length != 2) {
                throw new InvalidValueException("not a position");
            }
            ProfileRows.idOf(parts[1]);
            return new Position(TenantState.parse(parts[0]), parts[1]);
        }
    }

    /** Registers a tenant, or replaces its registration as a whole, unless it is deleted. */
    public RegisterOutcome register(TenantId id, Registration registration) {
        return dynamo.retry().run(() -> {
            Tenant tenant = tenants.getTenant(id);
            if (tenant.deletion().isPresent()) {
                return new Attempt.Done<>(new RegisterOutcome.Deleted());
            }
            Instant now = Times.now(clock);
            Transaction transaction = new Transaction();
            transaction.update(
                    table,
                    TenantKey.profile(id).attributes(),
                    ProfileRows.registered(tenant, registration, now)
                            .onlyIf(tenant.profile().isPresent() ? exists(PK) : absent(PK)));
            transaction.check(
                    table, TenantKey.deletion(id).attributes(), RunConditions.notDeleted(tenant.generation()));
            return switch (dynamo.transact(transaction)) {
                case Transaction.Committed _ ->
                    new Attempt.Done<>(
                            new RegisterOutcome.Registered(tenant.with(registration, now), tenant.isUnknown()));
                // Another caller or a run has changed the tenant: decide again.
                case Transaction.Refused _ -> new Attempt.Lost<>();
            };
        });
    }

    /**
     * Lists tenants by status, then tier, then id. A list of a tier alone takes one query for each status that it
     * reaches.
     */
    public Page<TenantSummary, Position> list(Filter filter, int limit, Optional<Position> after) {
        List<Found> found = new ArrayList<>();
        for (TenantState status : statuses(filter, after)) {
            if (found.size() <= limit) {
                found.addAll(read(status, filter, limit + 1 - found.size(), after));
            }
        }
        Page<Found, Position> page = Page.of(found, limit, Found::position);
        return new Page<>(page.items().stream().map(Found::tenant).toList(), page.next());
    }

    private record Found(TenantSummary tenant, Position position) {}

    private static List<TenantState> statuses(Filter filter, Optional<Position> after) {
        return Arrays.stream(TenantState.values())
                .filter(status -> filter.status().map(status::equals).orElse(true))
                .filter(status -> after.map(position -> status.compareTo(position.status()) >= 0)
                        .orElse(true))
                .toList();
    }

    private List<Found> read(TenantState status, Filter filter, int count, Optional<Position> after) {
        Instant now = Times.now(clock);
        Condition key = equal(STATUS, text(status.value()))
                .and(filter.tier()
                        .map(tier -> beginsWith(TIER_KEY, ProfileRows.prefix(tier)))
                        .orElse(Condition.NONE));
        ItemQuery query = ItemQuery.of(table, key)
                .index(TenantStore.BY_STATUS)
                .after(after.filter(position -> position.status() == status).map(ProfileStore::indexKey));
        return dynamo.read(
                query,
                count,
                row -> new Found(ProfileRows.toSummary(row, now), new Position(status, row.text(TIER_KEY))));
    }

    private static Map<String, AttributeValue> indexKey(Position position) {
        TenantKey key = TenantKey.profile(ProfileRows.idOf(position.tierKey()));
        return Map.of(
                STATUS, text(position.status().value()),
                TIER_KEY, text(position.tierKey()),
                PK, text(key.partition()),
                SK, text(key.sort()));
    }
}
