package dev.backplane.layers;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A publication in one region.
 *
 * @param arn the layer version in Lambda, once it is published
 * @param layerVersion the registry's number, once it is registered
 * @param reason why it failed, as an error code
 */
public record RegionPublication(
        RegionName region,
        Status status,
        Optional<LayerArn> arn,
        Optional<Long> layerVersion,
        Optional<String> reason,
        Instant updated) {

    /** The state of a publication in one region. */
    public enum Status {
        PENDING,
        /** The layer version may exist in Lambda. */
        PUBLISHING,
        /** The publication failed, and what was published is being deleted. It can no longer be registered. */
        WITHDRAWING,
        /** The layer version is registered. */
        SUCCEEDED,
        /** Nothing of the publication is left in Lambda, unless the region still has an ARN. */
        FAILED;

        /** Returns the name in rows and responses. */
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Status parse(String value) {
            return valueOf(value.toUpperCase(Locale.ROOT));
        }

        /** Returns whether the region does not change any more. */
        public boolean isFinal() {
            return this == SUCCEEDED || this == FAILED;
        }
    }
}
