package dev.backplane.pool;

import java.time.Instant;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What has happened to a lease beside its extensions.
 *
 * @param members the people who may use the account together with the owner
 * @param reached the highest budget threshold that was published, in percent; 0 for none
 * @param warned the lead times, in minutes, whose warning is published or no longer ahead
 * @param issued when credentials were first issued
 */
public record LeaseUsage(
        NavigableSet<String> members,
        Optional<Spend> spend,
        int reached,
        NavigableSet<Integer> warned,
        Optional<Instant> issued) {

    public static final LeaseUsage NONE =
            new LeaseUsage(new TreeSet<>(), Optional.empty(), 0, new TreeSet<>(), Optional.empty());
}
