package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.ARCHITECTURES;
import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.CREATED;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.DUE_GROUP;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.REGION;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_HASH;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;
import static dev.backplane.layers.store.Attributes.RUNTIMES;

import dev.backplane.layers.ChangeOutcome;
import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of layers and builds, and the operations on layers. */
public final class LayerStore {

    public static final String PACKAGE_GLOBAL = "package_global";
    public static final String DEPLOYED_IN_REGION = "deployed_in_region";
    public static final String BY_REQUIREMENTS = "requirements_hash";
    public static final String DUE = "due";

    public static final TableSpec TABLE = new TableSpec(
            "LayerTable",
            TableSpec.Key.of(Attributes.PK, Attributes.SK),
            List.of(
                    new TableSpec.Index(PACKAGE_GLOBAL, TableSpec.Key.of(PACKAGE, DEPLOY_STATUS), projected(REGION)),
                    new TableSpec.Index(
                            DEPLOYED_IN_REGION, TableSpec.Key.of(REGION, DEPLOY_STATUS), projected(PACKAGE)),
                    new TableSpec.Index(
                            BY_REQUIREMENTS,
                            new TableSpec.Key(REQUIREMENTS_HASH, Optional.empty()),
                            Optional.of(List.of(REQUIREMENTS_TEXT))),
                    new TableSpec.Index(DUE, TableSpec.Key.of(DUE_GROUP, Attributes.DUE), Optional.of(List.of()))),
            Optional.of(EXPIRES),
            true,
            TableSpec.TableClass.STANDARD);

    /** Returns the attributes that an index of layers contains besides its keys. */
    private static Optional<List<String>> projected(String other) {
        return Optional.of(List.of(
                other,
                LAYER_VERSION,
                PACKAGE_VERSION,
                ARN,
                REQUIREMENTS_HASH,
                CREATED,
                EXPIRES,
                RUNTIMES,
                ARCHITECTURES));
    }

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final LayerRegistrar registrar;
    private final LayerRemover remover;
    private final LayerKeeper keeper;
    private final LayerLists lists;
    private final VersionPages versions;

    LayerStore(Dynamo dynamo, LayersSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.registrar = new LayerRegistrar(dynamo, settings, clock);
        this.remover = new LayerRemover(dynamo, settings, clock);
        this.keeper = new LayerKeeper(dynamo, table, clock);
        this.lists = new LayerLists(dynamo, table, clock);
        this.versions = new VersionPages(dynamo, table);
    }

    /** Makes a layer the latest of its package and region; the previous one becomes deprecated. */
    public RegisterOutcome insertLayer(NewLayer request, Cause cause) {
        return registrar.register(request, cause);
    }

    /**
     * Deletes a version; its Lambda layer is deleted soon after.
     *
     * @param promotePrevious whether a previous version may replace the latest
     */
    public DeleteOutcome deleteLayer(LayerKey key, boolean promotePrevious, Cause cause) {
        return remover.delete(key, promotePrevious, cause);
    }

    /**
     * Holds a version, so that it neither expires nor can be deleted.
     *
     * @param until when the hold ends; empty if it lasts until it is released
     */
    public ChangeOutcome hold(LayerKey key, Optional<Instant> until, Cause cause) {
        return keeper.hold(key, until, cause);
    }

    /** Releases a version; without a hold, nothing changes. */
    public ChangeOutcome release(LayerKey key, Cause cause) {
        return keeper.release(key, cause);
    }

    /** Changes the expiry of a deprecated version. */
    public ChangeOutcome expireAt(LayerKey key, Instant date, Cause cause) {
        return keeper.expireAt(key, date, cause);
    }

    /** Returns the latest version of a package in a region. */
    public Optional<Layer> getLatestInRegion(LayerId id) {
        return dynamo.get(table, LayerKey.pointer(id)).flatMap(LayerRows::latest);
    }

    /** Returns a version, also an expired or deleted one. */
    public Optional<Layer> getVersion(LayerKey key) {
        return dynamo.get(table, key.attributes()).map(LayerRows::toLayer);
    }

    /** Lists the latest layers of a region. */
    public Page<Layer, LayerPosition> listLatestInRegion(RegionName region, int limit, Optional<LayerPosition> after) {
        return lists.read(inRegion(region, Optional.of(DeployStatus.LATEST)), limit, after);
    }

    /** Lists the latest and the deprecated layers of a region. */
    public Page<Layer, LayerPosition> listDeployedInRegion(
            RegionName region, int limit, Optional<LayerPosition> after) {
        return lists.read(inRegion(region, Optional.empty()), limit, after);
    }

    private static LayerLists.Index inRegion(RegionName region, Optional<DeployStatus> status) {
        return new LayerLists.Index(DEPLOYED_IN_REGION, Map.entry(REGION, region.value()), status);
    }

    /** Lists the latest layer of a package in every region. */
    public Page<Layer, LayerPosition> listLatestOfPackage(PackageName name, int limit, Optional<LayerPosition> after) {
        LayerLists.Index index = new LayerLists.Index(
                PACKAGE_GLOBAL, Map.entry(PACKAGE, name.value()), Optional.of(DeployStatus.LATEST));
        return lists.read(index, limit, after);
    }

    /**
     * Lists the versions of a package in a region, highest number first.
     *
     * @return empty if the layer never had a version
     */
    public Optional<Page<Layer, Long>> listVersions(LayerId id, boolean withDeleted, int limit, Optional<Long> below) {
        Instant now = Times.now(clock);
        return below.map(version -> version - 1)
                .or(() -> dynamo.get(table, LayerKey.pointer(id)).map(pointer -> pointer.number(MAX_VERSION)))
                .map(top -> versions.read(
                        new VersionRange(top, limit),
                        version -> new LayerKey(id, version).attributes(),
                        row -> Optional.of(LayerRows.toLayer(row)).filter(layer -> isListed(layer, withDeleted, now))));
    }

    private static boolean isListed(Layer layer, boolean withDeleted, Instant now) {
        return switch (layer.status()) {
            case LATEST, DEPRECATED -> !layer.isExpired(now);
            case DELETED, DELETE_FAILED -> withDeleted;
        };
    }
}
