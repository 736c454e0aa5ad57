package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;

/**
 * The life of a layer version: latest, then deprecated, then deleted; only a deprecated one can become latest again.
 *
 * <p>The first two are in the table. A row without a status is that of a deleted version, or of one whose deletion was
 * given up.
 */
public enum DeployStatus {
    LATEST,
    DEPRECATED,
    DELETED,
    DELETE_FAILED;

    /** Returns the word for it in the table and in answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a word.
     *
     * @throws InvalidValueException when there is no such status
     */
    public static DeployStatus parse(String word) {
        return Arrays.stream(values())
                .filter(status -> status.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("no deploy status " + word));
    }
}
