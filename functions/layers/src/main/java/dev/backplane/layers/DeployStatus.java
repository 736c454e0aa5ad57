package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;

/**
 * The status of a layer version: latest, then deprecated, then deleted. A deprecated one can become the latest again.
 *
 * <p>Only the first two are stored. A row without a status is a deleted version, or one whose deletion failed.
 */
public enum DeployStatus {
    LATEST,
    DEPRECATED,
    DELETED,
    DELETE_FAILED;

    /** Returns the status as stored, and as callers see it. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a status.
     *
     * @throws InvalidValueException if the text is not a valid status
     */
    public static DeployStatus parse(String value) {
        return Arrays.stream(values())
                .filter(status -> status.value().equals(value))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a deploy status: " + value));
    }
}
