package dev.backplane.layers;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long a version lives.
 *
 * @param expires when the version is to be deleted, in whole seconds; empty for the latest and the newest versions
 * @param done the last step before this expiry that was taken, or whose time had passed when the expiry was set
 * @param hold the hold; one that has ended stays until the next sweep
 * @param heldExpires the expiry without the hold; empty if there is none
 */
public record Lifetime(
        Optional<Instant> expires, Optional<ExpiryStep> done, Optional<Hold> hold, Optional<Instant> heldExpires) {

    /** The lifetime of a version that does not expire and is not held. */
    public static final Lifetime UNLIMITED =
            new Lifetime(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The shortest time between the end of a hold and the expiry. */
    public static final Duration AFTER_HOLD = Duration.ofDays(7);

    public Lifetime {
        expires = expires.map(time -> time.truncatedTo(ChronoUnit.SECONDS));
        heldExpires = heldExpires.map(time -> time.truncatedTo(ChronoUnit.SECONDS));
    }

    /** Returns whether the version has expired; its row may still exist for a while. */
    public boolean isExpired(Instant now) {
        return expires.filter(end -> !end.isAfter(now)).isPresent();
    }

    public boolean isHeld(Instant now) {
        return activeHold(now).isPresent();
    }

    private Optional<Hold> activeHold(Instant now) {
        return hold.filter(present -> present.isActive(now));
    }

    /** Returns the lifetime of a version that is among the newest; a hold stays. */
    public Lifetime unlimited() {
        return new Lifetime(Optional.empty(), Optional.empty(), hold, Optional.empty());
    }

    /** Returns the lifetime with an expiry; an active hold delays it. */
    public Lifetime expiringAt(Instant date, Instant now) {
        return activeHold(now)
                .map(active -> under(active, Optional.of(date), now))
                .orElseGet(() -> until(Optional.of(date), now, new Lifetime(expires, done, hold, Optional.empty())));
    }

    /** Returns the lifetime under a hold, which replaces an earlier one. */
    public Lifetime heldBy(Hold next, Instant now) {
        Optional<Hold> active = activeHold(now);
        return active.filter(next::isLike).isPresent()
                ? this
                : under(next, active.isPresent() ? heldExpires : expires, now);
    }

    private Lifetime under(Hold next, Optional<Instant> date, Instant now) {
        Optional<Instant> end = date.flatMap(old -> next.until().map(until -> later(old, until.plus(AFTER_HOLD))));
        return until(end, now, new Lifetime(expires, done, Optional.of(next), date));
    }

    /** Returns the lifetime after the release of an active hold; without one, it does not change. */
    public Lifetime released(Instant now) {
        Optional<Instant> end = heldExpires.map(old -> later(old, now.plus(AFTER_HOLD)));
        return isHeld(now) ? until(end, now, ended()) : this;
    }

    /** Returns the lifetime after its hold has ended by itself, which the expiry already takes into account. */
    private Lifetime ended() {
        return new Lifetime(expires, done, Optional.empty(), Optional.empty());
    }

    /** Returns the lifetime of a version that expired although it is held, as if it had been held now. */
    public Lifetime heldAgain(Instant now) {
        return hold.map(active -> under(active, Optional.of(heldExpires.orElse(now)), now))
                .orElse(this);
    }

    /** Returns the lifetime of a version that expired although functions use it. */
    public static Lifetime inUseAt(Instant now) {
        return new Lifetime(Optional.of(now), Optional.empty(), Optional.empty(), Optional.empty())
                .postponedBy(Postponement.WHILE_IN_USE, now);
    }

    /** Returns the lifetime with a later expiry in the future, before which only the usage is checked again. */
    public Lifetime postponedBy(Duration time, Instant now) {
        return new Lifetime(
                expires.map(end -> later(end, now).plus(time)),
                Optional.of(ExpiryStep.LAST_WARNING),
                hold,
                heldExpires);
    }

    /** Sets the expiry; steps that were taken before the same expiry are not repeated. */
    private static Lifetime until(Optional<Instant> date, Instant now, Lifetime before) {
        Lifetime after =
                new Lifetime(date, date.flatMap(end -> ExpiryStep.passed(end, now)), before.hold, before.heldExpires);
        return after.expires.equals(before.expires)
                ? new Lifetime(after.expires, before.done, before.hold, before.heldExpires)
                : after;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Returns when the next change is due: the end of the hold, or a step before the expiry. */
    public Optional<Instant> due() {
        return Stream.of(hold.flatMap(Hold::until), nextStep().flatMap(step -> expires.map(step::before)))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    private Optional<ExpiryStep> nextStep() {
        return expires.flatMap(_ -> ExpiryStep.after(done));
    }

    /** Returns the lifetime without its hold, if that has ended. */
    public Optional<Lifetime> afterHold(Instant now) {
        return hold.filter(present -> !present.isActive(now)).map(_ -> ended());
    }

    /** Returns the step that is due. */
    public Optional<ExpiryStep> dueStep(Instant now) {
        return nextStep()
                .filter(step ->
                        expires.filter(end -> !step.before(end).isAfter(now)).isPresent());
    }

    /** Returns the lifetime after a step. */
    public Lifetime after(ExpiryStep step) {
        return new Lifetime(expires, Optional.of(step), hold, heldExpires);
    }
}
