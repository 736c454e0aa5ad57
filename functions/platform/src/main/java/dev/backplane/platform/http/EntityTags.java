package dev.backplane.platform.http;

import dev.backplane.platform.InvalidValueException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entity tags of an {@code If-Match} or {@code If-None-Match} header, compared according to RFC 9110.
 *
 * @param any whether the header is {@code *}
 * @param strong the strong tags, without quotes
 * @param weak the weak tags, without quotes
 */
public record EntityTags(boolean any, Set<String> strong, Set<String> weak) {

    /** The value of {@code *}. */
    public static final EntityTags ANY = new EntityTags(true, Set.of(), Set.of());

    private static final String TAG = "(?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*+\"";
    // A list may have empty elements (RFC 9110, 5.6.1).
    private static final Pattern LIST = Pattern.compile("(?:" + TAG + ")?+(?:[ \\t]*+,[ \\t]*+(?:" + TAG + ")?+)*+");
    private static final Pattern EACH = Pattern.compile("(W/)?\"([^\"]*)\"");

    /** Returns the header value that names strong tags. */
    public static EntityTags of(String... tags) {
        return new EntityTags(false, Set.of(tags), Set.of());
    }

    /**
     * Parses a header.
     *
     * @throws InvalidValueException if it is malformed, with a message for the caller
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

    /** Returns whether {@code If-Match} holds for a resource with a strong tag; empty for an absent resource. */
    public boolean matchStrongly(Optional<String> current) {
        return current.isPresent() && (any || strong.contains(current.get()));
    }

    /** Returns whether {@code If-None-Match} names a resource with a strong tag; this comparison ignores weakness. */
    public boolean matchWeakly(Optional<String> current) {
        return matchStrongly(current) || current.filter(weak::contains).isPresent();
    }
}
