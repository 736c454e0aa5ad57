package dev.backplane.bench.coldstart;

import dev.backplane.bench.warm.SampleEvent;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.Stores;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;

/** Claims of accounts, each by a different user. Checking the response of a claim also ends its lease. */
final class LeaseClaims {

    private static final Actor BENCH = Actor.system("Bench");

    private static final int ACCOUNTS = 50;

    private final LeaseStore leases;
    private final AccountStore accounts;
    private int users;

    LeaseClaims(Platform platform) {
        Stores stores = new Stores(platform);
        leases = stores.leases();
        accounts = stores.accounts();
        IntStream.rangeClosed(1, ACCOUNTS)
                .mapToObj(number -> new AccountId(String.format("%012d", number)))
                .forEach(account -> {
                    accounts.addAccount(account, Optional.empty(), BENCH);
                    accounts.markAccount(account, AccountState.AVAILABLE, Cause.of(BENCH));
                });
    }

    /** Returns a claim by a new user, without an idempotency key. */
    byte[] next() {
        users++;
        return SampleEvent.of("CreateLease")
                .with("bill.bob@gmail.com", user())
                .with("\"idempotency-key\":\"7c9e6679\",", "")
                .bytes();
    }

    private String user() {
        return "user-" + users + "@example.com";
    }

    /** Ends the lease, and fails if it differs from the response. */
    void checkAndEnd(String answer) {
        Reply reply = Reply.parse(answer);
        boolean expected = reply.status() == 201
                && reply.text("userId").equals(user())
                && reply.text("state").equals("active")
                && reply.text("extensions").equals("0");
        EndOutcome outcome = leases.endLease(
                new LeaseId(reply.text("leaseId")), EndReason.RELEASED, Optional.empty(), Cause.of(BENCH));
        if (!expected || !(outcome instanceof EndOutcome.Ended ended && ended.now() && isSame(ended, reply))) {
            throw new IllegalStateException(
                    "Unexpected response: " + answer + "; ending the lease returned " + outcome);
        }
        accounts.markAccount(ended.ended().lease().account(), AccountState.AVAILABLE, Cause.of(BENCH));
    }

    private static boolean isSame(EndOutcome.Ended outcome, Reply reply) {
        var lease = outcome.ended().lease();
        return lease.account().value().equals(reply.text("accountId"))
                && lease.created().equals(Instant.parse(reply.text("createdAt")))
                && lease.expires().equals(Instant.parse(reply.text("expiresAt")));
    }
}
