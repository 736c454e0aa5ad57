package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;

/** The two kinds of values that apps keep, each in a table of its own. */
public enum Realm {
    JSON("json"),
    BLOB("blob");

    private final String word;

    Realm(String word) {
        this.word = word;
    }

    /**
     * Reads a realm by its word.
     *
     * @throws InvalidValueException when it is none, with a message for the caller
     */
    public static Realm parse(String word) {
        return Arrays.stream(values())
                .filter(realm -> realm.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be json or blob"));
    }

    /** Returns the realm as callers and rows name it. */
    public String word() {
        return word;
    }
}
