package dev.backplane.userdata;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entity tag of a value: its version and its size.
 *
 * <p>With the size in it, who names the tag names what the next version is counted against, without a read. A forged
 * size is of no use: it is part of the write's condition.
 */
public record ETag(Version version, long size) {

    private static final Pattern FORM = Pattern.compile("([0-9a-f]{40})-([1-9][0-9]{0,8})");

    /** Reads what {@link #toString} prints, or empty for a tag that this service never gave. */
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
