package dev.backplane.platform;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Timestamps in the suite's stored form: ISO-8601, UTC, always three fraction digits. */
public final class Times {

    // Instant.toString() drops a zero fraction, and sort keys that begin with a time would then be out of order.
    private static final String PUNCTUATION = "    -  -  T  :  :  .   Z";
    private static final int LENGTH = 24;
    private static final int NANOS_OF_MILLI = 1_000_000;

    // The range of epoch seconds whose years have four digits.
    private static final long YEAR_0 = -62_167_219_200L;
    private static final long YEAR_10000 = 253_402_300_800L;

    /** The last whole second whose year has four digits. */
    public static final Instant LAST_SECOND = Instant.ofEpochSecond(YEAR_10000 - 1);

    /** A holder class, so that the formatter is only loaded for years outside that range. */
    private static final class OtherYears {
        private static final DateTimeFormatter FORMAT =
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    }

    private Times() {}

    /** Returns the clock's time, truncated to milliseconds. */
    public static Instant now(Clock clock) {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Returns the time of a stored number of seconds.
     *
     * @throws InvalidValueException if it is beyond the range of times
     */
    public static Instant ofEpochSecond(long seconds) {
        try {
            return Instant.ofEpochSecond(seconds);
        } catch (DateTimeException e) {
            throw new InvalidValueException("not a time in seconds: " + seconds, e);
        }
    }

    /** Formats a time. */
    public static String format(Instant time) {
        if (time.getEpochSecond() < YEAR_0 || time.getEpochSecond() >= YEAR_10000) {
            return OtherYears.FORMAT.format(time);
        }
        LocalDateTime utc = LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
        // Formatted by hand, because every row has at least one time and DateTimeFormatter takes as long as the rest of
        // a row.
        char[] text = PUNCTUATION.toCharArray();
        print(utc.getYear(), text, 0, 4);
        print(utc.getMonthValue(), text, 5, 2);
        print(utc.getDayOfMonth(), text, 8, 2);
        print(utc.getHour(), text, 11, 2);
        print(utc.getMinute(), text, 14, 2);
        print(utc.getSecond(), text, 17, 2);
        print(utc.getNano() / NANOS_OF_MILLI, text, 20, 3);
        return new String(text);
    }

    private static void print(int number, char[] text, int at, int digits) {
        int left = number;
        for (int place = at + digits - 1; place >= at; place--) {
            text[place] = (char) ('0' + left % 10);
            left /= 10;
        }
    }

    /**
     * Parses the form that {@link #format} writes, and no other form of the same time.
     *
     * @throws InvalidValueException if the text does not have that form
     */
    public static Instant parse(String text) {
        try {
            if (isStoredForm(text)) {
                return read(text);
            }
            Instant time = Instant.parse(text);
            if (format(time).equals(text)) {
                return time;
            }
        } catch (DateTimeException e) {
            throw new InvalidValueException("not a time: " + text, e);
        }
        throw new InvalidValueException("not a time in the stored form: " + text);
    }

    /**
     * Parses a time in any ISO-8601 form, for rows that other programs may have written.
     *
     * @throws DateTimeException if the text is not a time
     */
    public static Instant parseAnyForm(String text) {
        if (isStoredForm(text)) {
            try {
                return read(text);
            } catch (DateTimeException e) {
                // Instant.parse accepts times such as 24:00:00, which the fast path does not.
            }
        }
        return Instant.parse(text);
    }

    private static boolean isStoredForm(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int at = 0; at < LENGTH; at++) {
            char expected = PUNCTUATION.charAt(at);
            char found = text.charAt(at);
            if (expected == ' ' ? found < '0' || found > '9' : found != expected) {
                return false;
            }
        }
        return true;
    }

    private static Instant read(String text) {
        return LocalDateTime.of(
                        number(text, 0, 4),
                        number(text, 5, 2),
                        number(text, 8, 2),
                        number(text, 11, 2),
                        number(text, 14, 2),
                        number(text, 17, 2),
                        number(text, 20, 3) * NANOS_OF_MILLI)
                .toInstant(ZoneOffset.UTC);
    }

    private static int number(String text, int at, int digits) {
        int number = 0;
        for (int place = at; place < at + digits; place++) {
            number = 10 * number + text.charAt(place) - '0';
        }
        return number;
    }
}
