package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The path below which an alias serves: {@code /} or whole segments with a leading slash and no trailing one. */
public record BasePath(String value) {

    public static final BasePath ROOT = new BasePath("/");

    /** How long a base path may be. */
    public static final int MAX_LENGTH = 255;

    private static final String PLAIN_SIGNS = "._~!$&'()*+,;=:@-";
    private static final Pattern SEGMENTS = Pattern.compile("(?:/[A-Za-z0-9" + PLAIN_SIGNS + "]+)+");
    private static final Pattern DOTS = Pattern.compile(".*/\\.{1,2}(?:/.*)?");

    /**
     * Reads a base path that a caller wrote, with or without the slashes around it.
     *
     * @throws InvalidValueException when it is not one
     */
    public static BasePath parse(String text) {
        String path = text.startsWith("/") ? text : "/" + text;
        if (path.equals("/")) {
            return ROOT;
        }
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        // Checked first: the pattern takes one frame of the stack for each segment.
        if (trimmed.length() > MAX_LENGTH) {
            throw new InvalidValueException("must have a base path of at most " + MAX_LENGTH + " characters");
        }
        if (!SEGMENTS.matcher(trimmed).matches() || DOTS.matcher(trimmed).matches()) {
            throw new InvalidValueException("must have a base path of plain segments, without '.', '..', '#' or '?'");
        }
        return new BasePath(trimmed);
    }

    /** Says whether a segment may have a character. */
    public static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || PLAIN_SIGNS.indexOf(c) >= 0;
    }

    public boolean isRoot() {
        return this.equals(ROOT);
    }

    /** Says whether a path is this one or lies below it; {@code /docs} holds {@code /docs/a} and not {@code /docs-a}. */
    public boolean holds(String path) {
        return isRoot() || path.equals(value) || path.startsWith(value + "/");
    }

    @Override
    public String toString() {
        return value;
    }
}
