package dev.backplane.pool.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final Lists lists;
    private final Shards shards;
    private final Clock clock;
    private final RandomGenerator random;
    private Remembered remembered = Remembered.NOTHING;

    Candidates(Dynamo dynamo, PoolSettings settings, Clock clock, RandomGenerator random) {
        this.reads = new Reads(dynamo, settings.table());
        this.shards = new Shards(settings.listShards());
        this.lists = new Lists(dynamo, settings.table(), shards);
        this.clock = clock;
        this.random = random;
    }

    /** An account, and the shard that named it. */
    record Candidate(AccountId account, int shard) {}

    /** What was left of a list after the claim that read it had picked. */
    private record Remembered(List<Candidate> accounts, Instant readAt) {
        static final Remembered NOTHING = new Remembered(List.of(), Instant.EPOCH);
    }

    /**
     * What the list said.
     *
     * @param nextExpiry when the next lease ends, as the sweeper saw it last
     */
    record Available(List<Candidate> accounts, Optional<Instant> nextExpiry) {

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

    /** Reads one shard at random, and all of them when that one names no account but those that were taken. */
    Available read(Set<AccountId> without) {
        int shard = shards.count() == 1 ? 0 : random.nextInt(shards.count());
        Available one = available(Map.of(shard, reads.item(LIST.shard(shard))), without);
        return shards.count() == 1 || !one.accounts().isEmpty() ? one : readAll(without);
    }

    private Available readAll(Set<AccountId> without) {
        Map<PoolKey, Item> items = lists.items(shards.of(LIST));
        Map<Integer, Optional<Item>> all = new HashMap<>();
        for (int shard = 0; shard < shards.count(); shard++) {
            all.put(shard, Optional.ofNullable(items.get(LIST.shard(shard))));
        }
        return available(all, without);
    }

    private static Available available(Map<Integer, Optional<Item>> items, Set<AccountId> without) {
        List<Candidate> accounts = new ArrayList<>();
        items.forEach((shard, item) -> Lists.ids(LIST.shard(shard), item).stream()
                .map(id -> new Candidate(new AccountId(id), shard))
                .filter(candidate -> !without.contains(candidate.account()))
                .forEach(accounts::add));
        return new Available(
                accounts,
                items.getOrDefault(0, Optional.empty())
                        .flatMap(first -> first.findText(Attributes.NEXT_EXPIRY))
                        .map(Times::parse));
    }

    /**
     * Picks one from what an earlier claim left of a list that is not old, to no other claim of this process; empty when
     * only a read can tell. That it is not available any more is for the account's condition to find out.
     */
    synchronized Optional<Candidate> pickRemembered() {
        boolean old = !remembered.readAt().plus(REMEMBERED).isAfter(Times.now(clock));
        return old ? Optional.empty() : draw(remembered.accounts(), 1).stream().findFirst();
    }

    /** Has the next claim read the list, as what is remembered of it proved too old. */
    synchronized void forget() {
        remembered = Remembered.NOTHING;
    }

    /** Picks some at random, so that claims at the same moment seldom want the same one, and remembers the others. */
    synchronized List<Candidate> pick(Available available, int count) {
        List<Candidate> left = new ArrayList<>(available.accounts());
        List<Candidate> picked = draw(left, count);
        remembered = new Remembered(left, Times.now(clock));
        return picked;
    }

    private List<Candidate> draw(List<Candidate> left, int count) {
        List<Candidate> drawn = new ArrayList<>();
        while (drawn.size() < count && !left.isEmpty()) {
            int index = random.nextInt(left.size());
            drawn.add(left.get(index));
            left.set(index, left.getLast());
            left.removeLast();
        }
        return drawn;
    }
}
