package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.NEXT_EXPIRY;

import dev.backplane.platform.Randomness;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
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

/** The accounts that a claim may try: those in the list of available accounts, in random order. */
final class Candidates {

    private static final PoolKey LIST = PoolKey.of(AccountState.AVAILABLE);

    // The usual time of a cleanup, and the bounds of Retry-After.
    private static final Duration CLEANUP = Duration.ofMinutes(5);
    private static final Duration SHORTEST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    // The older the cache, the more of its accounts are taken, and each of them costs a cancelled transaction.
    static final Duration CACHE_AGE = Duration.ofSeconds(5);

    private final PoolReader reader;
    private final Shards shards;
    private final Clock clock;
    private List<Candidate> cached = List.of();
    private Instant cachedAt = Instant.EPOCH;

    Candidates(PoolReader reader, Clock clock) {
        this.reader = reader;
        this.shards = reader.shards();
        this.clock = clock;
    }

    /** An account, and the shard that lists it. */
    record Candidate(AccountId account, int shard) {}

    /**
     * The available accounts.
     *
     * @param nextExpiry when the next lease expires, as of the last sweep
     */
    record Available(List<Candidate> accounts, Optional<Instant> nextExpiry) {

        /** Returns when a caller should try again if there are none. */
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

    /** Reads one shard at random, and all shards if it lists only taken accounts. */
    Available read(Set<AccountId> without) {
        int shard = shards.count() == 1 ? 0 : random().nextInt(shards.count());
        Available one = available(Map.of(shard, reader.item(LIST.shard(shard))), without);
        return shards.count() == 1 || !one.accounts().isEmpty() ? one : readAll(without);
    }

    private Available readAll(Set<AccountId> without) {
        Map<PoolKey, Item> items = reader.items(shards.of(LIST));
        Map<Integer, Optional<Item>> all = new HashMap<>();
        for (int shard = 0; shard < shards.count(); shard++) {
            all.put(shard, Optional.ofNullable(items.get(LIST.shard(shard))));
        }
        return available(all, without);
    }

    private Available available(Map<Integer, Optional<Item>> items, Set<AccountId> without) {
        List<Candidate> accounts = new ArrayList<>();
        items.forEach((shard, item) -> ids(LIST.shard(shard), item, shards.count() > 1).stream()
                .filter(AccountId::isValid)
                .map(id -> new Candidate(new AccountId(id), shard))
                .filter(candidate -> !without.contains(candidate.account()))
                .forEach(accounts::add));
        return new Available(
                accounts,
                items.getOrDefault(0, Optional.empty())
                        .filter(first -> first.attributes().containsKey(NEXT_EXPIRY))
                        .flatMap(first -> first.read(item -> Times.parseAnyForm(item.text(NEXT_EXPIRY)))));
    }

    /** Returns the ids in one shard; a damaged shard does not hide the accounts of the others. */
    private static Set<String> ids(PoolKey shard, Optional<Item> item, boolean others) {
        return others
                ? item.flatMap(found -> found.<Set<String>>read(list -> PoolReader.idsIn(shard, Optional.of(list))))
                        .orElse(Set.of())
                : PoolReader.idsIn(shard, item);
    }

    /**
     * Takes one account from the cache, so that no other claim of this process tries it; empty when the cache is old or
     * empty. The transaction checks that the account is still available.
     */
    synchronized Optional<Candidate> pickCached() {
        boolean old = !cachedAt.plus(CACHE_AGE).isAfter(Times.now(clock));
        return old ? Optional.empty() : draw(cached, 1).stream().findFirst();
    }

    synchronized void clearCache() {
        cached = List.of();
        cachedAt = Instant.EPOCH;
    }

    /** Takes some accounts at random, so that concurrent claims rarely try the same one, and caches the others. */
    synchronized List<Candidate> pick(Available available, int count) {
        List<Candidate> left = new ArrayList<>(available.accounts());
        List<Candidate> picked = draw(left, count);
        cached = left;
        cachedAt = Times.now(clock);
        return picked;
    }

    private List<Candidate> draw(List<Candidate> left, int count) {
        List<Candidate> drawn = new ArrayList<>();
        while (drawn.size() < count && !left.isEmpty()) {
            int index = random().nextInt(left.size());
            drawn.add(left.get(index));
            left.set(index, left.getLast());
            left.removeLast();
        }
        return drawn;
    }

    private static RandomGenerator random() {
        return Randomness.source();
    }
}
