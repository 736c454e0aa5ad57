package dev.backplane.userdata;

import dev.backplane.platform.Ids;
import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;

/** The id of a job: its kind and 32 random hexadecimal characters. It does not tell whose data the job is about. */
public record JobId(Kind kind, String random) {

    /** What a job does. */
    public enum Kind {
        /** Removes everything that is stored for a user. */
        ERASURE,
        /** Removes an app with the data of all its users. */
        PURGE,
        /** Copies everything that is stored for a user to the bucket. */
        EXPORT;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + "-";
        }
    }

    /** Returns a new id. */
    public static JobId next(Kind kind, Ids ids) {
        return new JobId(kind, ids.next());
    }

    /**
     * Parses an id.
     *
     * @throws InvalidValueException if the text is not an id, with a message for the caller
     */
    public static JobId parse(String text) {
        return Arrays.stream(Kind.values())
                .filter(kind -> text.startsWith(kind.prefix()))
                .map(kind -> parse(kind, text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be the id of a job"));
    }

    /**
     * Parses the id of a job of one kind.
     *
     * @throws InvalidValueException if the text is not such an id, with a message for the caller
     */
    public static JobId parse(Kind kind, String text) {
        String prefix = kind.prefix();
        if (!text.startsWith(prefix) || !text.substring(prefix.length()).matches("[0-9a-f]{32}")) {
            throw new InvalidValueException("must be " + prefix + " and 32 hexadecimal characters");
        }
        return new JobId(kind, text.substring(prefix.length()));
    }

    @Override
    public String toString() {
        return kind.prefix() + random;
    }
}
