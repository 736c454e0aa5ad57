package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The values with which leases are created; a lease keeps those that it was created with.
 *
 * @param duration the duration of a lease whose request has none
 * @param limits the name of the template, and what its leases may use
 * @param labels what an account must have
 */
public record LeaseTemplate(Duration duration, LeaseLimits limits, NavigableSet<String> labels) {

    /** The template of requests that name none; it always exists. */
    public static final String DEFAULT = "default";

    /** The largest number of extensions that a template can allow. */
    public static final int MAX_EXTENSIONS = 1000;

    /** The largest number of templates. */
    public static final int MAX_TEMPLATES = 100;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    public String name() {
        return limits.template();
    }

    /**
     * Parses the name of a template.
     *
     * @throws InvalidValueException if it is not a valid name
     */
    public static String parseName(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new InvalidValueException("must be 1 to 64 characters of a-z, 0-9 and -, and not start with -");
        }
        return text;
    }

    /** Returns the duration of a lease, or empty if the template does not allow it. */
    public Optional<Duration> duration(Optional<Integer> askedMinutes) {
        Duration asked = askedMinutes.map(Duration::ofMinutes).orElse(duration);
        return asked.compareTo(limits.longest()) > 0 ? Optional.empty() : Optional.of(asked);
    }
}
