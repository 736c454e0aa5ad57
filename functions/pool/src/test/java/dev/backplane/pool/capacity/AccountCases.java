package dev.backplane.pool.capacity;

import static dev.backplane.pool.capacity.Fixture.ACCOUNTS;
import static dev.backplane.pool.capacity.Fixture.withId;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.api.AddAccountHandler;
import dev.backplane.pool.api.FinishCleanupHandler;
import dev.backplane.pool.api.GetAccountHandler;
import dev.backplane.pool.api.HoldAccountHandler;
import dev.backplane.pool.api.ListAccountDetailsHandler;
import dev.backplane.pool.api.ListAccountsHandler;
import dev.backplane.pool.api.ListCleanupsHandler;
import dev.backplane.pool.api.QuarantineAccountHandler;
import dev.backplane.pool.api.ReleaseAccountHandler;
import dev.backplane.pool.api.RemoveAccountHandler;
import dev.backplane.pool.api.SetAccountLabelsHandler;
import dev.backplane.pool.api.SetAccountStatusHandler;
import dev.backplane.pool.api.StartCleanupHandler;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The rows of the operations on accounts. */
final class AccountCases {

    private static final String ID = "000000000001";

    private AccountCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(comingAndGoing(), reads(), changes(), holds())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static Fixture filled(Fixture fixture, AccountState state) {
        fixture.stores.fill(ACCOUNTS, state);
        return fixture;
    }

    private static List<CapacityCase<Fixture>> comingAndGoing() {
        return List.of(
                row("AddAccount", "new", fixture -> add(filled(fixture, AccountState.AVAILABLE), "000000000051", 201)),
                row(
                        "AddAccount",
                        "refused: in the pool",
                        fixture -> add(filled(fixture, AccountState.AVAILABLE), ID, 409)),
                row("RemoveAccount", "removed", fixture -> remove(filled(fixture, AccountState.AVAILABLE), ID, 204)),
                row(
                        "RemoveAccount",
                        "refused: leased",
                        fixture -> remove(fixture, fixture.lease("a").account().value(), 409)),
                row("RemoveAccount", "not found", fixture -> remove(fixture, ID, 404)));
    }

    private static Measured add(Fixture fixture, String id, int status) {
        return fixture.send(
                AddAccountHandler.class,
                HttpCall.of(AddAccountHandler.OPERATION).body("{\"accountId\":\"" + id + "\"}"),
                status);
    }

    private static Measured remove(Fixture fixture, String id, int status) {
        return fixture.send(RemoveAccountHandler.class, withId(RemoveAccountHandler.OPERATION, id), status);
    }

    private static List<CapacityCase<Fixture>> reads() {
        return List.of(
                row("GetAccount", "found", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    return get(fixture, 200);
                }),
                row("GetAccount", "not found", fixture -> get(fixture, 404)),
                row("ListAccounts", "50 accounts", fixture -> list(fixture, ACCOUNTS)),
                row("ListAccounts", "1,000 accounts", fixture -> list(fixture, 1000)),
                row("ListAccountDetails", "page of 25, none leased", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    return details(fixture, 25);
                }),
                row("ListAccountDetails", "page of 25, all leased", fixture -> details(fixture, ACCOUNTS, 25)),
                row(
                        "ListAccountDetails",
                        "page of 25 of 1,000 accounts, all leased",
                        fixture -> details(fixture, 1000, 25)),
                row(
                        "ListAccountDetails",
                        "page of 100 of 1,000 accounts, all leased",
                        fixture -> details(fixture, 1000, 100)));
    }

    private static Measured get(Fixture fixture, int status) {
        return fixture.send(GetAccountHandler.class, withId(GetAccountHandler.OPERATION, ID), status);
    }

    private static Measured details(Fixture fixture, int accounts, int limit) {
        fixture.stores.fillLeased(accounts, _ -> 60);
        return details(fixture, limit);
    }

    private static Measured details(Fixture fixture, int limit) {
        return fixture.send(
                ListAccountDetailsHandler.class,
                HttpCall.of(ListAccountDetailsHandler.OPERATION).query("limit=" + limit),
                200);
    }

    private static Measured list(Fixture fixture, int count) {
        fixture.stores.fill(count);
        return fixture.send(ListAccountsHandler.class, HttpCall.of(ListAccountsHandler.OPERATION), 200);
    }

    private static List<CapacityCase<Fixture>> changes() {
        return List.of(
                row(
                        "SetAccountStatus",
                        "available",
                        fixture -> mark(filled(fixture, AccountState.DIRTY), "available", 200)),
                row(
                        "SetAccountStatus",
                        "dirty or failed",
                        fixture -> mark(filled(fixture, AccountState.AVAILABLE), "dirty", 200)),
                row("SetAccountStatus", "as it is", fixture -> mark(filled(fixture, AccountState.DIRTY), "dirty", 200)),
                row(
                        "SetAccountStatus",
                        "refused: no such step",
                        fixture -> mark(filled(fixture, AccountState.LEASED), "available", 409)),
                row("ListCleanups", "20 attempts", AccountCases::list),
                row("StartCleanup", "started", fixture -> start(filled(fixture, AccountState.DIRTY), 201)),
                row(
                        "StartCleanup",
                        "refused: no such step",
                        fixture -> start(filled(fixture, AccountState.AVAILABLE), 409)),
                row("FinishCleanup", "succeeded", fixture -> finish(fixture, "succeeded")),
                row("FinishCleanup", "failed", fixture -> finish(fixture, "failed")),
                row("FinishCleanup", "again", fixture -> {
                    String attempt = started(fixture);
                    finish(fixture, attempt, "succeeded");
                    return finish(fixture, attempt, "succeeded");
                }));
    }

    private static Measured mark(Fixture fixture, String state, int status) {
        return fixture.send(
                SetAccountStatusHandler.class,
                withId(SetAccountStatusHandler.OPERATION, ID).body("{\"status\":\"" + state + "\"}"),
                status);
    }

    private static List<CapacityCase<Fixture>> holds() {
        return List.of(
                row("SetAccountLabels", "2 new labels", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    return label(fixture, "[\"gpu\",\"eu\"]");
                }),
                row("SetAccountLabels", "1 of 2 labels removed, which others have", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    fixture.stores.label(1, "gpu", "eu");
                    fixture.stores.label(2, "gpu", "eu");
                    return label(fixture, "[\"gpu\"]");
                }),
                row("SetAccountLabels", "again", fixture -> {
                    fixture.stores.fill(ACCOUNTS);
                    fixture.stores.label(1, "gpu");
                    return label(fixture, "[\"gpu\"]");
                }),
                row("HoldAccount", "an available account", fixture -> hold(filled(fixture, AccountState.AVAILABLE))),
                row("HoldAccount", "during a cleanup", fixture -> {
                    started(fixture);
                    return hold(fixture);
                }),
                row("HoldAccount", "again", fixture -> {
                    hold(filled(fixture, AccountState.AVAILABLE));
                    return hold(fixture);
                }),
                row("ReleaseAccount", "an available account", fixture -> {
                    hold(filled(fixture, AccountState.AVAILABLE));
                    return fixture.send(ReleaseAccountHandler.class, withId(ReleaseAccountHandler.OPERATION, ID), 200);
                }),
                row("QuarantineAccount", "a leased account", fixture -> {
                    String leased = fixture.lease("a").account().value();
                    return fixture.send(
                            QuarantineAccountHandler.class,
                            withId(QuarantineAccountHandler.OPERATION, leased).body("{\"reason\":\"why\"}"),
                            200);
                }));
    }

    private static Measured label(Fixture fixture, String labels) {
        return fixture.send(
                SetAccountLabelsHandler.class,
                withId(SetAccountLabelsHandler.OPERATION, ID).body("{\"labels\":" + labels + "}"),
                200);
    }

    private static Measured hold(Fixture fixture) {
        return fixture.send(
                HoldAccountHandler.class,
                withId(HoldAccountHandler.OPERATION, ID).body("{\"reason\":\"why\"}"),
                200);
    }

    private static Measured start(Fixture fixture, int status) {
        return fixture.send(StartCleanupHandler.class, withId(StartCleanupHandler.OPERATION, ID), status);
    }

    private static String started(Fixture fixture) {
        fixture.stores.fill(ACCOUNTS, AccountState.DIRTY);
        return fixture.stores.startCleanup(1).value();
    }

    private static Measured finish(Fixture fixture, String result) {
        return finish(fixture, started(fixture), result);
    }

    private static Measured finish(Fixture fixture, String attempt, String result) {
        return fixture.send(
                FinishCleanupHandler.class,
                withId(FinishCleanupHandler.OPERATION, ID)
                        .path("attemptId", attempt)
                        .body("{\"result\":\"" + result + "\"}"),
                200);
    }

    private static Measured list(Fixture fixture) {
        filled(fixture, AccountState.DIRTY);
        for (int i = 0; i < 10; i++) {
            fixture.stores.cleanUp(1, false);
            fixture.stores.cleanUp(1, true);
            fixture.stores.accounts.markAccount(new AccountId(ID), AccountState.DIRTY, StoreFixture.CAUSE);
        }
        return fixture.send(ListCleanupsHandler.class, withId(ListCleanupsHandler.OPERATION, ID), 200);
    }
}
