package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The runtimes and architectures that a layer is made for, in Lambda's words and sorted.
 *
 * @param runtimes such as {@code python3.13}; empty if the layer names none
 * @param architectures empty if the layer names none
 */
public record Compatibility(List<String> runtimes, List<String> architectures) {

    /** The compatibility of a layer that names neither runtimes nor architectures. */
    public static final Compatibility ANY = new Compatibility(List.of(), List.of());

    /** Lambda's limit. */
    public static final int MAX_RUNTIMES = 15;

    private static final Set<String> ARCHITECTURES = Set.of("x86_64", "arm64");

    // Only the form, because Lambda adds runtimes: nodejs22.x, provided.al2023, nodejs4.3-edge.
    private static final Pattern RUNTIME = Pattern.compile("[a-z]{2,20}[0-9]{0,4}(\\.[a-z0-9]{1,10}){0,2}(-edge)?");

    public Compatibility {
        runtimes = runtimes.stream().distinct().sorted().toList();
        architectures = architectures.stream().distinct().sorted().toList();
    }

    /**
     * Parses the name of a runtime.
     *
     * @throws InvalidValueException if the text cannot be one, with a message for the caller
     */
    public static String runtime(String text) {
        if (!RUNTIME.matcher(text).matches()) {
            throw new InvalidValueException("must be a Lambda runtime, such as python3.13");
        }
        return text;
    }

    /**
     * Parses the name of an architecture.
     *
     * @throws InvalidValueException if Lambda has no such architecture, with a message for the caller
     */
    public static String architecture(String text) {
        if (!ARCHITECTURES.contains(text)) {
            throw new InvalidValueException("must be x86_64 or arm64");
        }
        return text;
    }

    /** Returns whether a function can use the layer, as far as the layer says. */
    public boolean fits(Optional<String> runtime, Optional<String> architecture) {
        return fits(runtimes, runtime) && fits(architectures, architecture);
    }

    private static boolean fits(Collection<String> named, Optional<String> wanted) {
        return named.isEmpty() || wanted.isEmpty() || named.contains(wanted.get());
    }

    /** Returns whether this does not contradict another one; what is not named contradicts nothing. */
    boolean agreesWith(Compatibility other) {
        return (runtimes.isEmpty() || runtimes.equals(other.runtimes))
                && (architectures.isEmpty() || architectures.equals(other.architectures));
    }
}
