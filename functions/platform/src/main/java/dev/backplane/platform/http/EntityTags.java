package dev.backplane.platform.http;

import dev.backplane.platform.InvalidValueException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entity tags of an {@code If-Match} or {@code If-None-Match} header, compared as RFC 9110 says.
 *
 * @param any whether the header names no tag but whatever there is
 * @param strong the tags without a weak mark, and without their quotes
 * @param weak those with one
 */
public record EntityTags(boolean any, Set<String> strong, Set<String> weak) {

    /** What {@code *} is. */
    public static final EntityTags ANY = new EntityTags(true, Set.of(), Set.of());

    private static final String TAG = "(?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*+\"";
    // A list may have empty elements (RFC 9110, 5.6.1).
    private static final Pattern LIST = Pattern.compile("(?:" + TAG + ")?+(?:[ \\t]*+,[ \\t]*+(?:" + TAG + ")?+)*+");
    private static final Pattern EACH = Pattern.compile("(W/)?\"([^\"]*)\"");

    /** A header that names strong tags. */
    public static EntityTags of(String... tags) {
        return new EntityTags(false, Set.of(tags), Set.of());
    }

    /**
     * Reads a header.
     *
     * @throws InvalidValueException when it is malformed, with a message for the caller
     */
    public static EntityTags parse(String header) {
        String text = header.strip();
        if (text.equals("*")) {
            return ANY;
        }
        Set<String> strong = new HashSet<>();
        Set<String> weak = new HashSet<>();
        Matcher each = EACH.matcher(text);
        while (each.find()) {
            (each.group(1) == null ? strong : weak).add(each.group(2));
        }
        if ((strong.isEmpty() && weak.isEmpty()) || !LIST.matcher(text).matches()) {
            throw new InvalidValueException("must be * or entity tags in double quotes");
        }
        return new EntityTags(false, strong, weak);
    }

    /** Says whether {@code If-Match} holds for what has a strong tag, or has none because it is absent. */
    public boolean matchStrongly(Optional<String> current) {
        return current.isPresent() && (any || strong.contains(current.get()));
    }

    /** Says whether {@code If-None-Match} names what has a strong tag; weak marks do not matter. */
    public boolean matchWeakly(Optional<String> current) {
        return matchStrongly(current) || current.filter(weak::contains).isPresent();
    }
}
