package dev.backplane.platform;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Points in time as the suite stores and answers them: ISO-8601, UTC, always three fraction digits. */
public final class Times {

    // Instant.toString() drops a zero fraction, and sort keys that begin with a time would then be out of order.
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Times() {}

    /** Returns the clock's time, cut to the precision that is stored. */
    public static Instant now(Clock clock) {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Prints a time. */
    public static String format(Instant time) {
        return FORMAT.format(time);
    }

    /**
     * Reads what {@link #format} prints, and no other form of the same time.
     *
     * @throws IllegalArgumentException when it is not that
     */
    public static Instant parse(String text) {
        try {
            Instant time = Instant.parse(text);
            if (format(time).equals(text)) {
                return time;
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("not a time: " + text, e);
        }
        throw new IllegalArgumentException("not a time in the form that is stored: " + text);
    }
}
