package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The path that an alias serves, with everything below: {@code /}, or segments without a trailing slash. */
public record BasePath(String value) {

    public static final BasePath ROOT = new BasePath("/");

    public static final int MAX_LENGTH = 255;

    private static final String PLAIN_SIGNS = "._~!$&'()*+,;=:@-";
    private static final Pattern SEGMENTS = Pattern.compile("(?:/[A-Za-z0-9" + PLAIN_SIGNS + "]+)+");
    private static final Pattern DOTS = Pattern.compile(".*/\\.{1,2}(?:/.*)?");

    /**
     * Parses a base path, with or without leading and trailing slash.
     *
     * @throws InvalidValueException if the text is not a valid base path
     */
    public static BasePath parse(String text) {
        String path = text.startsWith("/") ? text : "/" + text;
        if (path.equals("/")) {
            return ROOT;
        }
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        // Checked first, because the pattern needs one stack frame for each segment.
        if (trimmed.length() > MAX_LENGTH) {
            throw new InvalidValueException("must have a base path of at most " + MAX_LENGTH + " characters");
        }
        if (!SEGMENTS.matcher(trimmed).matches() || DOTS.matcher(trimmed).matches()) {
            throw new InvalidValueException("must have a base path of plain segments, without '.', '..', '#' or '?'");
        }
        return new BasePath(trimmed);
    }

    /** Returns whether a segment may contain a character. */
    public static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || PLAIN_SIGNS.indexOf(c) >= 0;
    }

    public boolean isRoot() {
        return this.equals(ROOT);
    }

    /** Returns whether a path is this one or below it; {@code /docs} contains {@code /docs/a} but not {@code /docs-a}. */
    public boolean contains(String path) {
        return isRoot() || path.equals(value) || path.startsWith(value + "/");
    }

    @Override
    public String toString() {
        return value;
    }
}
