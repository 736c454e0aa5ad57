package dev.backplane.bench.load;

import dev.backplane.bench.claims.BareClaims;
import dev.backplane.bench.load.HttpConnection.Answer;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.settings.Settings;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.Stores;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Leases of a pool whose accounts are all available when a round begins. */
final class Leases {

    private final Callers callers;
    private final Crew crew;
    private final int turns;
    private final List<AccountId> ids;
    private final AccountStore accounts;
    private final BareClaims bare;
    private final Taken[] taken;

    /** A lease that a caller took at one of its turns. */
    private record Taken(LeaseId id, UserId user, AccountId account) {}

    /** What one caller does at one of its turns. */
    private interface Step {
        void at(int place);
    }

    /** @param turns of each caller in a round */
    Leases(Suite suite, Callers callers, Crew crew, int accountCount, int turns) {
        this.callers = callers;
        this.crew = crew;
        this.turns = turns;
        this.ids = new ArrayList<>(IntStream.rangeClosed(1, accountCount)
                .mapToObj(number -> new AccountId(String.format("%012d", number)))
                .toList());
        String table = suite.table(PoolStore.TABLE);
        this.accounts = new Stores(new Platform(
                        Settings.of(Map.of(PoolSettings.POOL_TABLE, table)),
                        suite.engine(),
                        Clock.systemUTC(),
                        Ids.random(),
                        _ -> {}))
                .accounts();
        this.bare = new BareClaims(suite.dynamo(), table);
        this.taken = new Taken[crew.size() * turns];
    }

    void prepare() {
        crew.share(ids.size(), number -> {
            int caller = number % crew.size();
            String id = ids.get(number).value();
            callers.post(caller, "/pool/accounts", "{\"accountId\":\"" + id + "\"}")
                    .expecting(201);
            callers.put(caller, "/pool/accounts/" + id + "/status", "{\"status\":\"available\"}")
                    .expecting(200);
        });
    }

    Contest claims() {
        return new Contest(
                "claim",
                work(this::shuffle, this::claim, this::bareEnds),
                "TransactWriteItems of 6",
                work(this::shuffle, this::bareClaim, this::bareEnds));
    }

    Contest ends() {
        return new Contest(
                "end of a lease",
                work(this::bareClaims, this::end, this::makeAvailable),
                "TransactWriteItems of 7",
                work(this::bareClaims, this::bareEnd, this::makeAvailable));
    }

    private Work work(Runnable before, Step step, Runnable after) {
        return new Work() {
            @Override
            public void before() {
                before.run();
            }

            @Override
            public void call(int caller, int turn) {
                // Places of one caller are as far apart as in a task that is shared out.
                step.at(turn * crew.size() + caller);
            }

            @Override
            public OptionalInt turns() {
                return OptionalInt.of(turns);
            }

            @Override
            public void after() {
                after.run();
            }
        };
    }

    private void claim(int place) {
        Answer answer = callers.post(place % crew.size(), "/pool/leases", "{\"userId\":\"" + user(place) + "\"}")
                .expecting(201);
        taken[place] = new Taken(
                new LeaseId(answer.member("leaseId")), user(place), new AccountId(answer.member("accountId")));
    }

    /** Takes an account that nobody else takes, so that it need not look for another one. */
    private void bareClaim(int place) {
        taken[place] = new Taken(bare.claim(user(place), ids.get(place)), user(place), ids.get(place));
    }

    private void end(int place) {
        callers.delete(place % crew.size(), "/pool/leases/" + taken[place].id()).expecting(200);
    }

    private void bareEnd(int place) {
        bare.end(taken[place].id(), taken[place].user(), taken[place].account());
    }

    private static UserId user(int place) {
        return new UserId("user-" + place);
    }

    private void shuffle() {
        Collections.shuffle(ids);
    }

    private void bareClaims() {
        shuffle();
        crew.share(taken.length, this::bareClaim);
    }

    private void bareEnds() {
        crew.share(taken.length, this::bareEnd);
        makeAvailable();
    }

    /** Puts all accounts back, so that all lists are as long as before. */
    private void makeAvailable() {
        crew.share(taken.length, place -> {
            StateOutcome state = accounts.markAccount(taken[place].account(), AccountState.AVAILABLE);
            if (!(state instanceof StateOutcome.InState)) {
                throw new IllegalStateException(taken[place].account() + " stayed away: " + state);
            }
        });
    }
}
