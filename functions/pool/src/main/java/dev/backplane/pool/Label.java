package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A word that describes accounts, and that a claim or a template can ask for. */
public final class Label {

    /** The largest number of labels of an account, a template or a claim. */
    public static final int MAX = 10;

    /** The largest number of different labels that the accounts of the pool can have. */
    public static final int MAX_IN_POOL = 500;

    private static final Pattern FORM = Pattern.compile("[a-z0-9-]{1,32}");

    private Label() {}

    /**
     * Parses a label.
     *
     * @throws InvalidValueException if it is not a valid label
     */
    public static String parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException("must be words of 1 to 32 characters of a-z, 0-9 and -");
        }
        return text;
    }

    /**
     * Parses the labels in a request; the same label twice is one label.
     *
     * @throws InvalidValueException if one of them is not a valid label
     */
    public static NavigableSet<String> parseAll(List<String> texts) {
        NavigableSet<String> labels = new TreeSet<>();
        texts.forEach(text -> labels.add(parse(text)));
        return labels;
    }
}
