package dev.backplane.infra.settings;

import java.util.regex.Pattern;

/**
 * The settings of a stage for erasures of users and purges of apps.
 *
 * @param settlingSeconds the pause before the last sweep, which must be longer than functions that write can run
 * @param selfErasure whether users may erase their own data
 */
public record RemovalOptions(int settlingSeconds, boolean selfErasure) {

    /** Longer than the longest function of the service, which reads a stream. */
    static final int DEFAULT_SETTLING_SECONDS = 360;

    private static final int DAY = 24 * 60 * 60;
    private static final Pattern FLAG = Pattern.compile("true|false");

    static RemovalOptions read(ContextReader reader) {
        return new RemovalOptions(
                reader.within("removalSettlingSeconds", 1, DAY).orElse(DEFAULT_SETTLING_SECONDS),
                reader.text("selfErasure", FLAG).filter("true"::equals).isPresent());
    }
}
