package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;

/** The kinds of changes in the history of an alias. */
public enum ChangeKind {
    CREATED("created"),
    MOVED("moved"),
    ROLLED_BACK("rolledBack"),
    PROMOTED("promoted"),
    UNDONE("undone"),
    SPLIT_CHANGED("splitChanged"),
    LOCKED("locked"),
    UNLOCKED("unlocked"),
    DELETED("deleted"),
    EXPIRED("expired");

    private final String value;

    ChangeKind(String value) {
        this.value = value;
    }

    /** Returns the name in rows and responses. */
    public String value() {
        return value;
    }

    /**
     * Parses the result of {@link #value}.
     *
     * @throws InvalidValueException if it is not the name of a kind
     */
    public static ChangeKind parse(String value) {
        return Arrays.stream(values())
                .filter(kind -> kind.value.equals(value))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a kind of change: " + value));
    }
}
