package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;

/** The two kinds of values of apps, each in its own table. */
public enum Realm {
    JSON("json"),
    BLOB("blob");

    private final String value;

    Realm(String value) {
        this.value = value;
    }

    /**
     * Parses the name of a realm.
     *
     * @throws InvalidValueException if the text is not the name of a realm, with a message for the caller
     */
    public static Realm parse(String value) {
        return Arrays.stream(values())
                .filter(realm -> realm.value.equals(value))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be json or blob"));
    }

    /** Returns the name of the realm in requests and rows. */
    public String value() {
        return value;
    }
}
