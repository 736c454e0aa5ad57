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
 * @param warned the lead times, in minutes, whose warning was published, or that the last extension left behind
 * @param issued when credentials were first issued
 * @param changes the number of changes of these values, so that a write can require that none was made
 */
public record LeaseUsage(
        NavigableSet<UserId> members,
        Optional<Spend> spend,
        int reached,
        NavigableSet<Integer> warned,
        Optional<Instant> issued,
        int changes) {

    /** The largest number of members of a lease. */
    public static final int MAX_MEMBERS = 20;

    public static final LeaseUsage NONE =
            new LeaseUsage(new TreeSet<>(), Optional.empty(), 0, new TreeSet<>(), Optional.empty(), 0);

    public LeaseUsage withMembers(NavigableSet<UserId> others) {
        return new LeaseUsage(others, spend, reached, warned, issued, changes + 1);
    }

    public LeaseUsage withSpend(Spend newest, int threshold) {
        return new LeaseUsage(members, Optional.of(newest), threshold, warned, issued, changes + 1);
    }

    public LeaseUsage withWarned(NavigableSet<Integer> leadMinutes) {
        return new LeaseUsage(members, spend, reached, leadMinutes, issued, changes + 1);
    }

    public LeaseUsage withIssued(Instant first) {
        return new LeaseUsage(members, spend, reached, warned, Optional.of(first), changes + 1);
    }
}
