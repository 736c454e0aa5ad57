package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.QueueRule;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.WorkQueue;
import dev.backplane.infra.settings.LayerOptions;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.events.LayerDeleterHandler;
import dev.backplane.layers.events.LayerExpiryHandler;
import dev.backplane.layers.events.LayerStreamHandler;
import dev.backplane.layers.events.StreamForwarderHandler;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.PublicationRows;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.constructs.Construct;

/**
 * The layer registry: one table, one function per operation, and the event chain that deletes a layer after its row.
 */
final class LayersStack extends ServiceStack {

    static final String SERVICE = "layers";

    /** Matches rows of layer versions and of regions of publications, but not rows of pointers and builds. */
    private static final EventPattern LAYER_VERSIONS = new EventPattern(Map.of(
            "dynamodb",
            Map.of(
                    "Keys",
                    Map.of(
                            "pk", startsWith(LayerKey.PARTITION, PublicationRows.PARTITION),
                            "sk", startsWith(LayerKey.SORT, PublicationRows.REGION_SORT)))));

    /** Matches removed rows of layers, whether expired or deleted by a caller. */
    private static final EventPattern REMOVED_LAYERS = new EventPattern(Map.of(
            "source", List.of(LayersSettings.STREAM_SOURCE_VALUE),
            "detail-type", List.of("REMOVE"),
            "detail", Map.of("pk_type", List.of(LayerKey.KIND))));

    private final ServiceTable table;

    LayersStack(Construct scope, Props props, Workspace workspace) {
        super(scope, props, "Layers", "Backplane: Lambda layers and their builds");
        this.table = new ServiceTable(this, service(), LayerStore.TABLE);
        new LayerPublications(this, table, workspace, this::configure);
        serve(LayersEndpoints.ALL, table, this::configure);
        readLayerStream();
        forwardStream();
        deleteLayers();
        sweepLayers();
        watch();
        output("LayerTableName", table.tableName(), "The table of layers and builds");
    }

    private ServiceFunction configure(ServiceFunction function) {
        LayerOptions options = service().stage().layers();
        options.expiryDays().ifPresent(days -> function.setting(LayersSettings.LAYER_EXPIRY_DAYS, days.toString()));
        options.keepLatest().ifPresent(count -> function.setting(LayersSettings.LAYER_KEEP_LATEST, count.toString()));
        options.namePrefix().ifPresent(prefix -> function.setting(LayerLimits.LAYER_NAME_PREFIX, prefix));
        if (!options.regions().isEmpty()) {
            function.setting(LayerLimits.LAYER_REGIONS, String.join(",", options.regions()));
        }
        return function.setting(LayersSettings.LAYER_TABLE, table.tableName());
    }

    private void readLayerStream() {
        readStream(table, LAYER_VERSIONS, publisher(batchFunction(LayerStreamHandler.class)));
    }

    private void forwardStream() {
        readStream(
                table,
                EventPattern.ANY,
                publisher(batchFunction(StreamForwarderHandler.class))
                        .setting(LayersSettings.STREAM_SOURCE, LayersSettings.STREAM_SOURCE_VALUE));
    }

    private void deleteLayers() {
        WorkQueue queue = new WorkQueue(this, service(), "layer-deletions");
        ServiceFunction deleter = configure(publisher(batchFunction(LayerDeleterHandler.class)))
                .setting(LayersSettings.MAX_RECEIVES, Integer.toString(WorkQueue.RECEIVES))
                .allow(table, "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem");
        LayerOptions options = service().stage().layers();
        List<String> regions = options.regions().isEmpty() ? List.of("*") : options.regions();
        for (String region : regions) {
            deleter.allowPattern(
                    layersIn(region, options.namePrefix().orElse("")),
                    "Any layer version that the stage's settings allow may be registered.",
                    "lambda:DeleteLayerVersion");
        }
        processQueue(new QueueRule(queue, bus(), REMOVED_LAYERS), deleter);
    }

    /** Warns of expiries and ends holds. The alarm on faults covers it; the next sweep does the work of a missed one. */
    private void sweepLayers() {
        everyHour(configure(ServiceFunction.longScheduled(this, service(), LayerExpiryHandler.class))
                .allow(table, "dynamodb:GetItem", "dynamodb:UpdateItem")
                .allowIndex(table, LayerStore.DUE, "dynamodb:Query"));
    }

    private String layersIn(String region, String namePrefix) {
        return formatArn(ArnComponents.builder()
                .service("lambda")
                .region(region)
                .resource("layer")
                .resourceName(namePrefix + "*:*")
                .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                .build());
    }

    private static Map<String, ?> startsWith(String... prefixes) {
        return Map.of(
                "S",
                List.of(prefixes).stream()
                        .map(prefix -> Map.of("prefix", prefix))
                        .toList());
    }
}
