package dev.backplane.pool.store;

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
     * @param any whether a claim without labels can use them
     */
    record Available(List<Candidate> accounts, boolean any) {}

    /**
     * Reads one shard at random, and all shards if it lists only taken accounts.
     *
     * @param labels what the accounts must have; then all shards are read, together with the lists of the labels
     */
    Available read(Set<AccountId> without, Set<String> labels) {
        if (!labels.isEmpty()) {
            return readLabeled(without, labels);
        }
        int shard = shards.count() == 1 ? 0 : random().nextInt(shards.count());
        Available one = available(Map.of(shard, reader.item(LIST.shard(shard))), without);
        return shards.count() == 1 || !one.accounts().isEmpty()
                ? one
                : available(all(reader.items(shards.of(LIST))), without);
    }

    private Available readLabeled(Set<AccountId> without, Set<String> labels) {
        List<PoolKey> keys = new ArrayList<>(shards.of(LIST));
        labels.forEach(label -> keys.add(PoolKey.ofLabel(label)));
        Map<PoolKey, Item> items = reader.items(keys);
        List<Set<String>> wanted = labels.stream()
                .map(PoolKey::ofLabel)
                .<Set<String>>map(list -> PoolReader.idsIn(list, Optional.ofNullable(items.get(list))))
                .toList();
        List<Candidate> accounts = available(all(items), without).accounts().stream()
                .filter(candidate -> wanted.stream()
                        .allMatch(ids -> ids.contains(candidate.account().value())))
                .toList();
        return new Available(accounts, false);
    }

    /** Returns the item of each shard among items. */
    private Map<Integer, Optional<Item>> all(Map<PoolKey, Item> items) {
        Map<Integer, Optional<Item>> all = new HashMap<>();
        for (int shard = 0; shard < shards.count(); shard++) {
            all.put(shard, Optional.ofNullable(items.get(LIST.shard(shard))));
        }
        return all;
    }

    private Available available(Map<Integer, Optional<Item>> items, Set<AccountId> without) {
        List<Candidate> accounts = new ArrayList<>();
        items.forEach((shard, item) -> ids(LIST.shard(shard), item, shards.count() > 1).stream()
                .filter(AccountId::isValid)
                .map(id -> new Candidate(new AccountId(id), shard))
                .filter(candidate -> !without.contains(candidate.account()))
                .forEach(accounts::add));
        return new Available(accounts, true);
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
        return old || cached.isEmpty() ? Optional.empty() : Optional.of(draw(cached));
    }

    synchronized void clearCache() {
        cached = List.of();
        cachedAt = Instant.EPOCH;
    }

    /** Takes one account at random, so that concurrent claims rarely try the same one, and caches the others. */
    synchronized Candidate pick(Available available) {
        List<Candidate> left = new ArrayList<>(available.accounts());
        Candidate picked = draw(left);
        if (available.any()) {
            cached = left;
            cachedAt = Times.now(clock);
        }
        return picked;
    }

    private static Candidate draw(List<Candidate> left) {
        int index = random().nextInt(left.size());
        Candidate drawn = left.get(index);
        left.set(index, left.getLast());
        left.removeLast();
        return drawn;
    }

    private static RandomGenerator random() {
        return Randomness.source();
    }
}
