package dev.backplane.local.cognito;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** A clock that stands still. */
final class TestClock {

    static final Instant NOW = Instant.parse("2026-01-05T10:20:30Z");

    private TestClock() {}

    static Clock now() {
        return Clock.fixed(NOW, ZoneOffset.UTC);
    }

    static Clock later(long seconds) {
        return Clock.fixed(NOW.plusSeconds(seconds), ZoneOffset.UTC);
    }
}
