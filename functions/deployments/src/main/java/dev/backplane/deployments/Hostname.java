package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A host name in canonical form: ASCII, lower case, no trailing dot; the first label may be {@code *}. */
public record Hostname(String value) {

    private static final int MAX_LENGTH = 253;
    private static final int MAX_LABEL_LENGTH = 63;
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final String WILDCARD = "*";

    /**
     * Parses a host name.
     *
     * @throws InvalidValueException if the text is not a valid host name
     */
    public static Hostname parse(String text) {
        // Checked first, because the library throws other exceptions for long names.
        if (text.length() > MAX_LENGTH + 1) {
            throw new InvalidValueException("must be a host name of at most " + MAX_LENGTH + " characters");
        }
        String dotted = InternationalName.toAscii(text);
        String ascii = dotted.endsWith(".") ? dotted.substring(0, dotted.length() - 1) : dotted;
        List<String> labels = labels(ascii);
        List<String> named = labels.getFirst().equals(WILDCARD) ? labels.subList(1, labels.size()) : labels;
        if (named.size() < 2 || ascii.length() > MAX_LENGTH || !areLabels(named)) {
            throw new InvalidValueException(
                    "must be a host name of at least two labels, without scheme, port, query or fragment");
        }
        if (DIGITS.matcher(labels.getLast()).matches()) {
            throw new InvalidValueException("must be a host name and not an address");
        }
        return new Hostname(ascii);
    }

    /**
     * Parses the host name of a new alias; its {@code xn--} labels must be valid internationalized labels.
     *
     * @throws InvalidValueException if the text is not a valid host name
     */
    public static Hostname parseNew(String text) {
        Hostname host = parse(text);
        labels(host.value).forEach(InternationalName::checkLabel);
        return host;
    }

    /** Parses the result of {@link #reversed}. */
    public static Hostname ofReversed(String reversed) {
        return new Hostname(reverse(reversed));
    }

    /** Returns the labels in reverse order, so that names below one domain sort together. */
    public String reversed() {
        return reverse(value);
    }

    /** Returns the wildcard one label deep that covers this name. */
    public Optional<Hostname> wildcard() {
        int dot = value.indexOf('.');
        String parent = value.substring(dot + 1);
        return isWildcard() || parent.indexOf('.') < 0
                ? Optional.empty()
                : Optional.of(new Hostname(WILDCARD + "." + parent));
    }

    public boolean isWildcard() {
        return value.startsWith(WILDCARD);
    }

    @Override
    public String toString() {
        return value;
    }

    // Not a regular expression, because every resolution calls this.
    private static boolean areLabels(List<String> texts) {
        for (String text : texts) {
            if (text.isEmpty() || text.length() > MAX_LABEL_LENGTH || text.startsWith("-") || text.endsWith("-")) {
                return false;
            }
            for (int at = 0; at < text.length(); at++) {
                char c = text.charAt(at);
                if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') {
                    return false;
                }
            }
        }
        return true;
    }

    private static String reverse(String name) {
        List<String> labels = labels(name);
        Collections.reverse(labels);
        return String.join(".", labels);
    }

    private static List<String> labels(String name) {
        return Arrays.asList(name.split("\\.", -1));
    }
}
