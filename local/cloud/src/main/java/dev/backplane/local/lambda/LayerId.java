package dev.backplane.local.lambda;

import dev.backplane.local.account.Regions;
import java.util.Optional;

/**
 * The id of a layer or of one version.
 *
 * @param version 0 for the layer itself
 */
record LayerId(LayerName layer, long version) {

    /** Parses a layer or version ARN of this account and region. */
    static Optional<LayerId> own(String region, String arn) {
        String prefix = Regions.arn("lambda", region, "layer:");
        if (!arn.startsWith(prefix)) {
            return Optional.empty();
        }
        String rest = arn.substring(prefix.length());
        int colon = rest.indexOf(':');
        return Optional.of(
                colon < 0
                        ? new LayerId(new LayerName(region, rest), 0)
                        : new LayerId(
                                new LayerName(region, rest.substring(0, colon)),
                                Long.parseLong(rest.substring(colon + 1))));
    }
}
