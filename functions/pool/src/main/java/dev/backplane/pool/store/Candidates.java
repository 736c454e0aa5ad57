package dev.backplane.pool.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The accounts that a claim may try: those in the list of available ones, in no order. */
final class Candidates {

    private static final PoolKey LIST = PoolKey.of(AccountState.AVAILABLE);

    // What a cleanup usually takes, and the bounds of what a caller is asked to wait.
    private static final Duration CLEANUP = Duration.ofMinutes(5);
    private static final Duration SHORTEST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final Reads reads;
    private final RandomGenerator random;

    Candidates(Reads reads, RandomGenerator random) {
        this.reads = reads;
        this.random = random;
    }

    /**
     * What the list said.
     *
     * @param nextExpiry when the next lease ends, as the sweeper saw it last
     */
    record Available(List<AccountId> accounts, Optional<Instant> nextExpiry) {

        /** Returns when it is worth to ask again, should there be none. */
        Duration retryAfter(Instant now) {
            Duration wait = nextExpiry
                    .map(expiry -> Duration.between(now, expiry).plus(CLEANUP))
                    .orElse(SHORTEST_WAIT);
            if (wait.compareTo(SHORTEST_WAIT) < 0) {
                return SHORTEST_WAIT;
            }
            return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
        }
    }

    Available read() {
        Optional<Item> item = reads.item(LIST);
        return new Available(
                Lists.ids(LIST, item).stream().map(AccountId::new).toList(),
                item.flatMap(found -> found.findText(Attributes.NEXT_EXPIRY)).map(Times::parse));
    }

    /** Picks some at random, so that claims at the same moment seldom want the same one. */
    List<AccountId> pick(Available available, Set<AccountId> without, int count) {
        List<AccountId> left = new ArrayList<>(available.accounts());
        left.removeAll(without);
        List<AccountId> picked = new ArrayList<>();
        while (picked.size() < count && !left.isEmpty()) {
            int index = random.nextInt(left.size());
            picked.add(left.get(index));
            left.set(index, left.getLast());
            left.removeLast();
        }
        return picked;
    }
}
