package dev.backplane.layers.verify;

import dev.backplane.layers.RegionName;
import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The position at which a part of a verification begins.
 *
 * @param after the place in the phase after which it begins; empty at the beginning of the phase
 */
public record VerifyPosition(RegionName region, Phase phase, Optional<String> after) {

    /** The phases of a region, in order. */
    enum Phase {
        /** Registered layers: pointers, parameters, and whether the layers exist. */
        REGISTERED,
        /** Layers in Lambda: whether they are registered. */
        LAMBDA,
        /** Parameters: whether layers belong to them. */
        PARAMETERS
    }

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not a position
     */
    public static VerifyPosition parse(String text) {
        String[] parts = text.split(" ", 3);
        if (parts.length != 3) {
            throw new InvalidValueException("not a position");
        }
        Phase phase = Arrays.stream(Phase.values())
                .filter(known -> known.name().equals(parts[1]))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a phase"));
        return new VerifyPosition(
                RegionName.parse(parts[0]), phase, Optional.of(parts[2]).filter(after -> !after.isEmpty()));
    }

    @Override
    public String toString() {
        return region + " " + phase + " " + after.orElse("");
    }
}
