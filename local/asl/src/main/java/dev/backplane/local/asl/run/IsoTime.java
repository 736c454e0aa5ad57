package dev.backplane.local.asl.run;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Times in the context of an execution, always with milliseconds. */
public final class IsoTime {

    private static final int MILLIS = 3;
    private static final DateTimeFormatter FORMAT =
            new DateTimeFormatterBuilder().appendInstant(MILLIS).toFormatter();

    private IsoTime() {}

    /** Returns the time in UTC, such as {@code 2026-01-05T00:00:00.000Z}. */
    public static String text(Instant time) {
        return FORMAT.format(time);
    }
}
