package dev.backplane.pool.capacity;

import static dev.backplane.pool.capacity.Fixture.ACCOUNTS;
import static dev.backplane.pool.capacity.Fixture.withId;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.api.AddUserHandler;
import dev.backplane.pool.api.GetAccountHistoryHandler;
import dev.backplane.pool.api.GetPoolHandler;
import dev.backplane.pool.api.GetUserHandler;
import dev.backplane.pool.api.VerifyPoolHandler;
import dev.backplane.pool.events.AccountHistoryHandler;
import dev.backplane.pool.events.LeaseSweeperHandler;
import dev.backplane.pool.events.PoolStreamHandler;
import dev.backplane.pool.events.StreamBatches;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of users, of the pool as a whole, and of what happens behind the API. */
final class PoolCases {

    private static final String ID = "000000000001";

    private PoolCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(users(), whole(), sweeps(), streams())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> users() {
        return List.of(
                row("AddUser", "new", fixture -> addUser(fixture, 201)),
                row("AddUser", "known", fixture -> {
                    addUser(fixture, 201);
                    return addUser(fixture, 200);
                }),
                row("AddUser", "known, with a lease", fixture -> {
                    fixture.lease("a");
                    return addUser(fixture, 200);
                }),
                row("GetUser", "without a lease", fixture -> {
                    addUser(fixture, 201);
                    return getUser(fixture, 200);
                }),
                row("GetUser", "with a lease", fixture -> {
                    fixture.lease("a");
                    return getUser(fixture, 200);
                }),
                row("GetUser", "not found", fixture -> getUser(fixture, 404)));
    }

    private static Measured addUser(Fixture fixture, int status) {
        return fixture.send(
                AddUserHandler.class, HttpCall.of(AddUserHandler.OPERATION).body("{\"userId\":\"a\"}"), status);
    }

    private static Measured getUser(Fixture fixture, int status) {
        return fixture.send(
                GetUserHandler.class, HttpCall.of(GetUserHandler.OPERATION).path("userId", "a"), status);
    }

    private static List<CapacityCase<Fixture>> whole() {
        return List.of(
                row("GetPool", "50 accounts", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    return fixture.send(GetPoolHandler.class, HttpCall.of(GetPoolHandler.OPERATION), 200);
                }),
                row("VerifyPool", "50 accounts, all leased, nothing found", fixture -> {
                    fixture.stores.fillLeased(ACCOUNTS, _ -> 60);
                    return verify(fixture);
                }),
                row("VerifyPool", "50 accounts, 1 in a list too many, repaired", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    fixture.stores.drift(PoolKey.of(AccountState.DIRTY), ID, true);
                    return verify(fixture);
                }),
                row("GetAccountHistory", "1 change", fixture -> history(fixture, 1)),
                row("GetAccountHistory", "50 changes", fixture -> history(fixture, 50)));
    }

    private static Measured verify(Fixture fixture) {
        return fixture.send(
                VerifyPoolHandler.class,
                HttpCall.of(VerifyPoolHandler.OPERATION).body("{\"repair\":true}"),
                200);
    }

    private static Measured history(Fixture fixture, int changes) {
        fixture.stores.fill(ACCOUNTS);
        record(fixture, 0, changes);
        return fixture.send(GetAccountHistoryHandler.class, withId(GetAccountHistoryHandler.OPERATION, ID), 200);
    }

    private static List<CapacityCase<Fixture>> sweeps() {
        return List.of(
                row("LeaseSweeper", "25 leases, none due, the next end is known", fixture -> {
                    fixture.stores.fillLeased(25, _ -> 60);
                    sweep(fixture);
                    return sweep(fixture);
                }),
                row("LeaseSweeper", "25 leases, none due, the next end is new", fixture -> {
                    fixture.stores.fillLeased(25, _ -> 60);
                    return sweep(fixture);
                }),
                row("LeaseSweeper", "25 leases, 1 to be warned of", fixture -> {
                    fixture.stores.fillLeased(25, i -> i == 1 ? 65 : 120);
                    fixture.functions.clock().advance(Duration.ofMinutes(5));
                    return sweep(fixture);
                }),
                row("LeaseSweeper", "25 leases, 1 due", fixture -> {
                    fixture.stores.fillLeased(25, i -> i == 1 ? 5 : 60);
                    fixture.functions.clock().advance(Duration.ofMinutes(5));
                    return sweep(fixture);
                }));
    }

    private static Measured sweep(Fixture fixture) {
        return fixture.functions.start(LeaseSweeperHandler.class);
    }

    private static List<CapacityCase<Fixture>> streams() {
        return List.of(
                row("AccountHistory", "1 change, the first", fixture -> record(fixture, 0, 1)),
                row("AccountHistory", "1 change after 50", fixture -> {
                    record(fixture, 0, 50);
                    return record(fixture, 50, 1);
                }),
                row("AccountHistory", "1 change again", fixture -> {
                    record(fixture, 0, 1);
                    return record(fixture, 0, 1);
                }),
                row("PoolStream", "1 record", fixture -> stream(fixture, 1)),
                row("PoolStream", "25 records", fixture -> stream(fixture, 25)));
    }

    private static Measured record(Fixture fixture, int from, int count) {
        return fixture.functions.deliver(
                AccountHistoryHandler.class,
                StreamBatches.of(IntStream.range(from, from + count)
                        .mapToObj(i -> change(i, ID))
                        .toArray(String[]::new)));
    }

    private static String change(int i, String account) {
        String now = "2026-01-05T00:00:00.000Z";
        return StreamBatches.record(
                i,
                "account_id#" + account,
                StreamBatches.item("data", i % 2 == 0 ? "dirty" : "available", "since", now),
                StreamBatches.item("data", i % 2 == 0 ? "available" : "dirty", "since", now));
    }

    private static Measured stream(Fixture fixture, int count) {
        return fixture.functions.deliver(
                PoolStreamHandler.class,
                StreamBatches.of(IntStream.range(0, count)
                        .mapToObj(i -> change(2 * i, String.format("%012d", i)))
                        .toArray(String[]::new)));
    }
}
