package dev.backplane.pool;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The exclusive use of an account by a user for a limited time.
 *
 * @param extensions the number of its extensions
 * @param terms the terms that were requested
 * @param shard the shard of the lists that contain it and its account
 * @param limits what its template allows
 * @param usage its members, its spend, and the warnings and credentials that were issued
 */
public record Lease(
        LeaseId id,
        AccountId account,
        UserId user,
        Instant created,
        Instant expires,
        int extensions,
        Terms terms,
        int shard,
        Actors actors,
        LeaseLimits limits,
        LeaseUsage usage) {

    /**
     * The terms as they were requested, to recognise a repeated request.
     *
     * @param minutes the duration, if the request had one
     * @param account the account, if the request named one
     * @param template the name of the template, if the request had one
     * @param labels the labels that the account must have
     */
    public record Terms(
            Optional<Integer> minutes,
            Optional<AccountId> account,
            Optional<String> template,
            NavigableSet<String> labels) {

        /** Returns terms without a template and labels. */
        public static Terms of(Optional<Integer> minutes, Optional<AccountId> account) {
            return new Terms(minutes, account, Optional.empty(), new TreeSet<>());
        }
    }

    /**
     * Who wrote a lease; unknown in old items.
     *
     * @param created who created it
     * @param extended who extended it last
     * @param members who changed its members last
     */
    public record Actors(Optional<Actor> created, Optional<Actor> extended, Optional<Actor> members) {

        public static Actors creator(Actor actor) {
            return new Actors(Optional.of(actor), Optional.empty(), Optional.empty());
        }
    }

    /** The creation time of a lease whose item has none, as in the original table design. */
    public static final Instant UNKNOWN = Instant.EPOCH;

    /** The expiry of a lease whose item has none: it ends only on request. No stored time has this precision. */
    public static final Instant NEVER = Instant.parse("9999-12-31T23:59:59.999999999Z");

    public static final Duration SHORTEST = Duration.ofMinutes(5);

    /** The longest duration of a lease, including its extensions. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /** Returns whether it has expired, even if no sweep has ended it yet. */
    public boolean isDue(Instant now) {
        return !expires.isAfter(now);
    }

    /**
     * Returns the lease with a later expiry.
     *
     * @param leads the lead times of warnings; those that lie ahead again are reset
     */
    public Lease extended(Duration by, Actor actor, LeadTimes leads, Instant now) {
        Instant later = expires.plus(by);
        return new Lease(
                id,
                account,
                user,
                created,
                later,
                extensions + 1,
                terms,
                shard,
                new Actors(actors.created(), Optional.of(actor), actors.members()),
                limits,
                usage.withWarned(leads.settledAfter(this, later, now)));
    }

    /** Returns the latest possible expiry; a lease of unknown age cannot be extended. */
    public Instant latestExpires() {
        return created.equals(UNKNOWN) ? expires : created.plus(limits.longest());
    }

    /** Returns whether its limits allow one more extension by this duration. */
    public boolean mayBeExtended(Duration by) {
        return extensions < limits.maxExtensions() && !expires.plus(by).isAfter(latestExpires());
    }

    /** Returns the lease with other members. */
    public Lease withMembers(NavigableSet<UserId> members, Actor actor) {
        return new Lease(
                id,
                account,
                user,
                created,
                expires,
                extensions,
                terms,
                shard,
                new Actors(actors.created(), actors.extended(), Optional.of(actor)),
                limits,
                usage.withMembers(members));
    }

    /** Returns whether a user is its owner or one of its members. */
    public boolean isSharedWith(UserId person) {
        return user.equals(person) || usage.members().contains(person);
    }

    /** Returns the lease with another spend, other warnings or issued credentials. */
    public Lease with(LeaseUsage changed) {
        return new Lease(id, account, user, created, expires, extensions, terms, shard, actors, limits, changed);
    }

    /** Returns the lease as it ends now; a lease that is due has expired, whatever the reason. */
    public EndedLease ended(EndReason reason, Instant now, Optional<Cause> cause) {
        return isDue(now)
                ? new EndedLease(this, EndReason.EXPIRED, expires, cause)
                : new EndedLease(this, reason, now, cause);
    }
}
