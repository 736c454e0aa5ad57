package dev.backplane.pool.capacity;

import static dev.backplane.pool.capacity.Fixture.ACCOUNTS;
import static dev.backplane.pool.capacity.Fixture.withId;

import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.pool.api.EndLeaseHandler;
import dev.backplane.pool.api.ExtendLeaseHandler;
import dev.backplane.pool.api.GetLeaseHandler;
import dev.backplane.pool.api.ListLeasesHandler;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the operations on leases. */
final class LeaseCases {

    private static final String KEY = "Idempotency-Key";

    private LeaseCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(claims(), single(), lists()).flatMap(List::stream).toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static CapacityCase<Fixture> halfLeased(int accounts, int shards) {
        String name = String.format(
                Locale.ROOT,
                "of %,d accounts, half of them leased, %s",
                accounts,
                shards == 1 ? "1 shard" : shards + " shards");
        return row("CreateLease", name, fixture -> {
            Fixture sharded = fixture.withShards(shards);
            sharded.stores.fillHalfLeased(accounts);
            return claim(sharded, call("a"), 201);
        });
    }

    private static List<CapacityCase<Fixture>> claims() {
        return List.of(
                row("CreateLease", "the list not remembered", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    return claim(fixture, call("a"), 201);
                }),
                row("CreateLease", "within 5 s of another by the same process", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    claim(fixture, call("a"), 201);
                    return claim(fixture, call("b"), 201);
                }),
                row("CreateLease", "of 1,000 accounts, the list not remembered", fixture -> {
                    fixture.stores.fill(1000);
                    return claim(fixture, call("a"), 201);
                }),
                halfLeased(100, 1),
                halfLeased(1000, 1),
                halfLeased(1000, 16),
                halfLeased(10_000, 1),
                halfLeased(10_000, 100),
                row("CreateLease", "with 1 label that 10 accounts have", fixture -> labeled(fixture, "gpu")),
                row("CreateLease", "with 3 labels that 10 accounts have", fixture -> labeled(fixture, "a", "b", "c")),
                row("CreateLease", "with a key", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    return claim(fixture, call("a").header(KEY, "key"), 201);
                }),
                row("CreateLease", "again under its key", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    fixture.stores.claims.createLease(StoreFixture.claim("a", "key"));
                    return claim(fixture, call("a").header(KEY, "key"), 200);
                }),
                row("CreateLease", "refused: the user has a lease", fixture -> {
                    fixture.lease("a");
                    return claim(fixture, call("a"), 409);
                }),
                row("CreateLease", "refused: no account left", fixture -> claim(fixture, call("a"), 409)));
    }

    private static Measured labeled(Fixture fixture, String... labels) {
        fixture.stores.fill(ACCOUNTS);
        IntStream.rangeClosed(1, 10).forEach(account -> fixture.stores.label(account, labels));
        String body =
                Arrays.stream(labels).collect(Collectors.joining("\",\"", "{\"userId\":\"a\",\"labels\":[\"", "\"]}"));
        return claim(fixture, HttpCall.of(CreateLeaseHandler.OPERATION).body(body), 201);
    }

    private static HttpCall call(String user) {
        return HttpCall.of(CreateLeaseHandler.OPERATION).body("{\"userId\":\"" + user + "\"}");
    }

    private static Measured claim(Fixture fixture, HttpCall call, int status) {
        return fixture.send(CreateLeaseHandler.class, call, status);
    }

    private static List<CapacityCase<Fixture>> single() {
        return List.of(
                row(
                        "GetLease",
                        "active",
                        fixture -> get(fixture, fixture.lease("a").id())),
                row("GetLease", "that is over", fixture -> get(fixture, ended(fixture))),
                row(
                        "ExtendLease",
                        "extended",
                        fixture -> extend(fixture, fixture.lease("a").id(), 200)),
                row("ExtendLease", "refused: it is over", fixture -> extend(fixture, ended(fixture), 409)),
                row(
                        "EndLease",
                        "ended",
                        fixture -> end(fixture, fixture.lease("a").id())),
                row("EndLease", "again", fixture -> end(fixture, ended(fixture))));
    }

    private static LeaseId ended(Fixture fixture) {
        Lease lease = fixture.lease("a");
        fixture.stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
        return lease.id();
    }

    private static Measured get(Fixture fixture, LeaseId id) {
        return fixture.send(GetLeaseHandler.class, withId(GetLeaseHandler.OPERATION, id.value()), 200);
    }

    private static Measured extend(Fixture fixture, LeaseId id, int status) {
        return fixture.send(
                ExtendLeaseHandler.class,
                withId(ExtendLeaseHandler.OPERATION, id.value()).body("{\"extendMinutes\":30}"),
                status);
    }

    private static Measured end(Fixture fixture, LeaseId id) {
        return fixture.send(EndLeaseHandler.class, withId(EndLeaseHandler.OPERATION, id.value()), 200);
    }

    private static List<CapacityCase<Fixture>> lists() {
        return List.of(
                row("ListLeases", "page of 25", fixture -> list(fixture, 27, 25)),
                row("ListLeases", "none", fixture -> list(fixture, 0, 25)));
    }

    private static Measured list(Fixture fixture, int leases, int limit) {
        if (leases > 0) {
            fixture.stores.fillLeased(leases, _ -> 60);
        }
        return fixture.send(
                ListLeasesHandler.class,
                HttpCall.of(ListLeasesHandler.OPERATION).query("limit=" + limit),
                200);
    }
}
