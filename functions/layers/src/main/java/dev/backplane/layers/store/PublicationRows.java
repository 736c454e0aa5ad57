package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.ARCHITECTURES;
import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.CREATED;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.REGION;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;
import static dev.backplane.layers.store.Attributes.RUNTIMES;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.NewPublication;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.PublicationStatus;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegionPublication;
import dev.backplane.layers.Share;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys of publications, and conversions between publications and their rows. */
public final class PublicationRows {

    /** The prefix of the partition keys of publications. */
    public static final String PARTITION = "pbl#";

    /** The prefix of the sort keys of regions. */
    public static final String REGION_SORT = "rgn#";

    public static final String STATUS = "pblSts";
    public static final String FAILED_REASON = "fldRsn";
    static final String ATTEMPT = "attmpt";
    static final String UPLOAD_TAG = "upldTg";
    static final String UPDATED = "updtdDt";
    static final String BODY_DIGEST = "bdyHsh";
    private static final String REGIONS = "rgns";
    private static final String ORGANIZATION = "shrOrg";
    private static final String ACCOUNTS = "shrAccts";
    private static final String SORT = "pbl0#";

    private PublicationRows() {}

    /** Returns whether this is the key of a publication in one region. */
    public static boolean isRegion(String partition, String sort) {
        return partition.startsWith(PARTITION) && sort.startsWith(REGION_SORT);
    }

    static String partition(PublicationId id) {
        return PARTITION + id;
    }

    static Map<String, AttributeValue> key(PublicationId id) {
        return Attributes.key(partition(id), SORT);
    }

    static Map<String, AttributeValue> key(PublicationId id, RegionName region) {
        return Attributes.key(partition(id), REGION_SORT + region);
    }

    static boolean isPublication(Item row) {
        return row.text(Attributes.SK).equals(SORT);
    }

    /** Writes a publication without its regions. The text has no hash here, so that no index contains the row. */
    static Item toItem(Publication publication, String bodyDigest) {
        NewPublication request = publication.request();
        Item.Builder item = LayerRows.keyed(key(publication.id()))
                .text(PACKAGE, request.name().value())
                .text(PACKAGE_VERSION, request.packageVersion().value())
                .texts(
                        REGIONS,
                        request.regions().stream().map(RegionName::value).toList())
                .texts(RUNTIMES, request.compatibility().runtimes())
                .texts(ARCHITECTURES, request.compatibility().architectures())
                .text(REQUIREMENTS_TEXT, request.requirementsTxt())
                .text(ORGANIZATION, request.share().organizationId())
                .texts(ACCOUNTS, request.share().accounts())
                .text(BODY_DIGEST, bodyDigest)
                .text(STATUS, publication.status().value())
                .number(ATTEMPT, publication.attempt())
                .text(CREATED, Times.format(publication.created()))
                .text(UPDATED, Times.format(publication.updated()))
                .number(EXPIRES, publication.expires().getEpochSecond());
        return Attributes.cause(item, publication.cause()).build();
    }

    /** Writes a region; it has what its events need. */
    static Item toItem(Publication publication, RegionPublication region) {
        Item.Builder item = LayerRows.keyed(key(publication.id(), region.region()))
                .text(PACKAGE, publication.request().name().value())
                .text(PACKAGE_VERSION, publication.request().packageVersion().value())
                .text(REGION, region.region().value())
                .text(STATUS, region.status().value())
                .text(UPDATED, Times.format(region.updated()))
                .number(EXPIRES, publication.expires().getEpochSecond());
        return Attributes.cause(item, publication.cause()).build();
    }

    static Instant expires(Item row) {
        return Times.ofEpochSecond(row.number(EXPIRES));
    }

    static Publication toPublication(Item row, List<Item> regionRows) {
        NewPublication request = request(row);
        return new Publication(
                idOf(row.text(Attributes.PK)),
                request,
                PublicationStatus.parse(row.text(STATUS)),
                Math.toIntExact(row.number(ATTEMPT)),
                row.findText(UPLOAD_TAG),
                new Cause(Actor.parse(row.text(Attributes.ACTOR)), row.findText(Attributes.REASON)),
                Times.parse(row.text(CREATED)),
                Times.parse(row.text(UPDATED)),
                expires(row),
                regionRows.stream()
                        .map(PublicationRows::toRegion)
                        .filter(region -> request.regions().contains(region.region()))
                        .sorted(Comparator.comparing(region -> region.region().value()))
                        .toList());
    }

    /** Returns the publication that a partition key names. */
    public static PublicationId idOf(String partition) {
        if (!partition.startsWith(PARTITION)) {
            throw new InvalidValueException("not the key of a publication: " + partition);
        }
        return PublicationId.parse(partition.substring(PARTITION.length()));
    }

    private static NewPublication request(Item row) {
        return new NewPublication(
                new PackageName(row.text(PACKAGE)),
                new PackageVersion(row.text(PACKAGE_VERSION)),
                row.texts(REGIONS).stream().map(RegionName::new).toList(),
                new Compatibility(row.texts(RUNTIMES), row.texts(ARCHITECTURES)),
                row.findText(REQUIREMENTS_TEXT),
                new Share(row.findText(ORGANIZATION), row.texts(ACCOUNTS)));
    }

    static RegionPublication toRegion(Item row) {
        return new RegionPublication(
                new RegionName(row.text(REGION)),
                RegionPublication.Status.parse(row.text(STATUS)),
                row.findText(ARN).map(LayerArn::parse),
                row.findNumber(LAYER_VERSION),
                row.findText(FAILED_REASON),
                Times.parse(row.text(UPDATED)));
    }
}
