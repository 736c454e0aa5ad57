package dev.backplane.deployments;

import dev.backplane.platform.Ids;
import dev.backplane.platform.InvalidValueException;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;

/** The id of a promotion: its time in milliseconds and a random part, in hexadecimal, so that ids sort by time. */
public record PromotionId(String value) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");
    private static final int RANDOM_DIGITS = 20;

    /**
     * Parses an id.
     *
     * @throws InvalidValueException if the text is not a valid id
     */
    public static PromotionId parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException("must be 32 hexadecimal digits");
        }
        return new PromotionId(text);
    }

    /** Returns a new id. */
    public static PromotionId next(Instant now, Ids ids) {
        return new PromotionId(String.format(Locale.ROOT, "%012x", now.toEpochMilli())
                + ids.next().substring(0, RANDOM_DIGITS));
    }

    @Override
    public String toString() {
        return value;
    }
}
