package dev.backplane.pool.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import java.time.Clock;
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

    // The longer, the more of them others have taken: each such one costs a cancelled transaction.
    static final Duration REMEMBERED = Duration.ofSeconds(5);

    private final Reads reads;
    private final Clock clock;
    private final RandomGenerator random;
    private Remembered remembered = Remembered.NOTHING;

    Candidates(Reads reads, Clock clock, RandomGenerator random) {
        this.reads = reads;
        this.clock = clock;
        this.random = random;
    }

    /** What was left of a list after the claim that read it had picked. */
    private record Remembered(List<AccountId> accounts, Instant readAt) {
        static final Remembered NOTHING = new Remembered(List.of(), Instant.EPOCH);
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

    /**
     * Picks one from what an earlier claim left of a list that is not old, to no other claim of this process; empty when
     * only a read can tell. That it is not available any more is for the account's condition to find out.
     */
    synchronized Optional<AccountId> pickRemembered() {
        boolean old = !remembered.readAt().plus(REMEMBERED).isAfter(Times.now(clock));
        return old ? Optional.empty() : draw(remembered.accounts(), 1).stream().findFirst();
    }

    /** Has the next claim read the list, as what is remembered of it proved too old. */
    synchronized void forget() {
        remembered = Remembered.NOTHING;
    }

    /** Picks some at random, so that claims at the same moment seldom want the same one, and remembers the others. */
    synchronized List<AccountId> pick(Available available, Set<AccountId> without, int count) {
        List<AccountId> left = new ArrayList<>(available.accounts());
        left.removeAll(without);
        List<AccountId> picked = draw(left, count);
        remembered = new Remembered(left, Times.now(clock));
        return picked;
    }

    private List<AccountId> draw(List<AccountId> left, int count) {
        List<AccountId> drawn = new ArrayList<>();
        while (drawn.size() < count && !left.isEmpty()) {
            int index = random.nextInt(left.size());
            drawn.add(left.get(index));
            left.set(index, left.getLast());
            left.removeLast();
        }
        return drawn;
    }
}
