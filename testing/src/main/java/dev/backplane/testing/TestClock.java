package dev.backplane.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that moves only when a test moves it. */
public final class TestClock extends Clock {

    /** The initial time of every clock; a careless formatter drops its zero fraction. */
    public static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);

    /** Moves the clock. */
    public void advance(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    /** Sets the clock. */
    public void set(Instant time) {
        now.set(time);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("the suite uses UTC only");
    }
}
