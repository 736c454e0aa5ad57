package dev.backplane.layers.api;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.NewPublication;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationStatus;
import dev.backplane.layers.RegionPublication;
import dev.backplane.layers.Share;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A publication as callers see it.
 *
 * @param execution the name of the execution
 * @param upload absent after the start
 */
@Json
record PublicationView(
        String publicationId,
        @Json.Property("package") String name,
        String packageVersion,
        String status,
        List<Region> regions,
        @Nullable List<String> compatibleRuntimes,
        @Nullable List<String> compatibleArchitectures,
        @Nullable Shared share,
        @Nullable String execution,
        String createdAt,
        String updatedAt,
        String expiresAt,
        @Nullable Upload upload) {

    /** The state of a publication whose execution ended without a result. */
    static final String INTERRUPTED = "interrupted";

    /** The progress in one region. */
    @Json
    record Region(
            String region,
            String status,
            @Nullable String arn,
            @Nullable Long layerVersion,
            @Nullable String reason,
            String updatedAt) {

        static Region of(RegionPublication region) {
            return new Region(
                    region.region().value(),
                    region.status().value(),
                    region.arn().map(LayerArn::value).orElse(null),
                    region.layerVersion().orElse(null),
                    region.reason().orElse(null),
                    Times.format(region.updated()));
        }
    }

    /** Who may use the layer. */
    @Json
    record Shared(@Nullable String organizationId, @Nullable List<String> accounts) {

        static Shared of(Share share) {
            return new Shared(
                    share.organizationId().orElse(null), share.accounts().isEmpty() ? null : share.accounts());
        }
    }

    /** Where the content is to be sent. */
    @Json
    record Upload(String method, String url, String expiresAt, long maxBytes) {

        static Upload to(URI url, Instant expires) {
            return new Upload("PUT", url.toString(), Times.format(expires), Publication.MAX_BYTES);
        }
    }

    static PublicationView of(Publication publication) {
        return of(publication, publication.status().value(), null);
    }

    static PublicationView of(Publication publication, String status, @Nullable Upload upload) {
        NewPublication request = publication.request();
        return new PublicationView(
                publication.id().value(),
                request.name().value(),
                request.packageVersion().value(),
                status,
                publication.regions().stream().map(Region::of).toList(),
                unlessEmpty(request.compatibility().runtimes()),
                unlessEmpty(request.compatibility().architectures()),
                request.share().equals(Share.NONE) ? null : Shared.of(request.share()),
                publication.status() == PublicationStatus.CREATED ? null : publication.execution(),
                Times.format(publication.created()),
                Times.format(publication.updated()),
                Times.format(publication.expires()),
                upload);
    }

    private static @Nullable List<String> unlessEmpty(List<String> values) {
        return values.isEmpty() ? null : values;
    }
}
