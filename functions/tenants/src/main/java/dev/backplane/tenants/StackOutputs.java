package dev.backplane.tenants;

import dev.backplane.platform.InvalidValueException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the stack of a tenant reports besides its queue. Callers see it, so it must not contain secrets. */
public final class StackOutputs {

    /** The largest number of outputs. */
    public static final int MAX_COUNT = 20;

    /** The form of the name of an output. */
    public static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,63}");

    /** The largest number of characters of a value: requests for the queue read the outputs too. */
    public static final int MAX_LENGTH = 512;

    private StackOutputs() {}

    /**
     * Returns the outputs in a request of CloudFormation, sorted by name.
     *
     * @throws InvalidValueException with a message for the reason of the stack's failure
     */
    public static SortedMap<String, String> of(@Nullable Map<String, Object> given) {
        SortedMap<String, String> outputs = new TreeMap<>();
        if (given != null) {
            require(given.size() <= MAX_COUNT, "The stack has more than " + MAX_COUNT + " outputs.");
            given.forEach((name, value) -> outputs.put(name, text(name, value)));
        }
        return outputs;
    }

    private static String text(String name, Object value) {
        require(NAME.matcher(name).matches(), "The name of an output must match " + NAME + ".");
        require(value instanceof String, "The output " + name + " must be a string.");
        String text = (String) value;
        require(
                text.length() <= MAX_LENGTH,
                "The output " + name + " must have at most " + MAX_LENGTH + " characters.");
        return text;
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new InvalidValueException(problem);
        }
    }
}
