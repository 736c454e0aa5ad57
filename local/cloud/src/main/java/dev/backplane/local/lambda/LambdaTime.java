package dev.backplane.local.lambda;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The text form of times in Lambda's responses, such as {@code 2026-01-05T10:00:00.250+0000}. */
final class LambdaTime {

    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSxx", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private LambdaTime() {}

    static String format(Instant time) {
        return FORM.format(time);
    }
}
