package dev.backplane.userdata;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entity tag of a value: its version and its size.
 *
 * <p>Because it contains the size, a write with {@code If-Match} can count the next version without a read. A forged
 * size has no effect, because the condition of the write includes it.
 */
public record ETag(Version version, long size) {

    private static final Pattern FORM = Pattern.compile("([0-9a-f]{40})-([1-9][0-9]{0,8})");

    /** Parses the result of {@link #toString}; empty for a tag that this service never returned. */
    public static Optional<ETag> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Version.parse(matcher.group(1)).map(version -> new ETag(version, Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return version + "-" + size;
    }
}
