package dev.backplane.local.account;

import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/** The AWS regions. Only layers and parameters exist in regions other than {@link Account#REGION}. */
public final class Regions {

    private static final List<Region> ALL =
            Region.regions().stream().filter(region -> !region.isGlobalRegion()).toList();

    private Regions() {}

    /** Returns the ids of all regions. */
    public static List<String> all() {
        return ALL.stream().map(Region::id).toList();
    }

    /** Returns the host name of a service in a region, or empty when there is no such region. */
    public static Optional<String> host(String service, String region) {
        return find(region)
                .map(found -> service + "." + region + "." + partition(found).dnsSuffix());
    }

    /** Returns the ARN of a resource in a region. */
    public static String arn(String service, String region, String resource) {
        String partition = find(region).map(found -> partition(found).id()).orElse(Account.PARTITION);
        return "arn:" + partition + ":" + service + ":" + region + ":" + Account.ID + ":" + resource;
    }

    private static Optional<Region> find(String id) {
        return ALL.stream().filter(region -> region.id().equals(id)).findFirst();
    }

    private static PartitionMetadata partition(Region region) {
        return PartitionMetadata.of(region);
    }
}
