package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** What is done before a version expires, in this order. */
public enum ExpiryStep {
    FIRST_WARNING(30),
    LAST_WARNING(7),
    USAGE_CHECK(1);

    private final int daysLeft;

    ExpiryStep(int daysLeft) {
        this.daysLeft = daysLeft;
    }

    public int daysLeft() {
        return daysLeft;
    }

    /**
     * Returns the step at a number of days before the expiry.
     *
     * @throws InvalidValueException if there is none
     */
    public static ExpiryStep at(long daysLeft) {
        return Arrays.stream(values())
                .filter(step -> step.daysLeft == daysLeft)
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("no step " + daysLeft + " days before an expiry"));
    }

    public boolean isWarning() {
        return this != USAGE_CHECK;
    }

    /** Returns when the step is due. */
    public Instant before(Instant expiry) {
        return expiry.minus(Duration.ofDays(daysLeft));
    }

    /** Returns the step after another one, or the first. */
    static Optional<ExpiryStep> after(Optional<ExpiryStep> done) {
        int daysLeft = done.map(ExpiryStep::daysLeft).orElse(Integer.MAX_VALUE);
        return Arrays.stream(values()).filter(step -> step.daysLeft < daysLeft).findFirst();
    }

    /** Returns the last warning whose time has passed. */
    static Optional<ExpiryStep> passed(Instant expiry, Instant now) {
        return Arrays.stream(values())
                .filter(step -> step.isWarning() && !step.before(expiry).isAfter(now))
                .reduce((_, later) -> later);
    }
}
