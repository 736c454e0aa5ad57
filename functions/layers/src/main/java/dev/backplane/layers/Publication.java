package dev.backplane.layers;

import dev.backplane.platform.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The publication of a package version in several regions.
 *
 * @param attempt the number of the execution; 0 before the start
 * @param uploadTag identifies the uploaded content, so that all regions get the same
 * @param regions the progress, sorted by region
 */
public record Publication(
        PublicationId id,
        NewPublication request,
        PublicationStatus status,
        int attempt,
        Optional<String> uploadTag,
        Cause cause,
        Instant created,
        Instant updated,
        Instant expires,
        List<RegionPublication> regions) {

    /** How long a publication is kept. */
    public static final Duration KEPT = Duration.ofDays(30);

    /** Days until S3 deletes an upload. */
    public static final int UPLOAD_KEPT_DAYS = 7;

    /**
     * The size limit of an upload.
     *
     * <p>Lambda accepts requests of less than 69,905,067 bytes, with the content in base64.
     */
    public static final long MAX_BYTES = 50_000_000;

    public Publication {
        regions = List.copyOf(regions);
    }

    /** Returns the name of the execution. The time is part of it, because a key can be used again after the expiry. */
    public String execution() {
        return id + "-" + created.getEpochSecond() + "-" + attempt;
    }

    public RegionPublication in(RegionName region) {
        return regions.stream()
                .filter(one -> one.region().equals(region))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(id + " has no region " + region));
    }

    /** Returns the final state that follows from those of the regions. */
    public PublicationStatus result() {
        long succeeded = regions.stream()
                .filter(region -> region.status() == RegionPublication.Status.SUCCEEDED)
                .count();
        if (succeeded == regions.size()) {
            return PublicationStatus.SUCCEEDED;
        }
        return succeeded == 0 ? PublicationStatus.FAILED : PublicationStatus.PARTIAL;
    }
}
