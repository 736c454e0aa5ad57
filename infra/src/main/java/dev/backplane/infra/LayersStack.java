package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.QueueRule;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.WorkQueue;
import dev.backplane.infra.settings.LayerOptions;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.api.VerifyLayersHandler;
import dev.backplane.layers.events.LayerDeleterHandler;
import dev.backplane.layers.events.LayerExpiryHandler;
import dev.backplane.layers.events.LayerInventoryHandler;
import dev.backplane.layers.events.LayerPointersHandler;
import dev.backplane.layers.events.LayerStreamHandler;
import dev.backplane.layers.events.StreamForwarderHandler;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.PublicationRows;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
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

    /** Matches rows of layer versions and of the pointers to the latest ones. */
    private static final EventPattern LAYERS =
            new EventPattern(Map.of("dynamodb", Map.of("Keys", Map.of("pk", startsWith(LayerKey.PARTITION)))));

    /** Matches removed rows of layers, whether expired or deleted by a caller. */
    private static final EventPattern REMOVED_LAYERS = new EventPattern(Map.of(
            "source", List.of(LayersSettings.STREAM_SOURCE_VALUE),
            "detail-type", List.of("REMOVE"),
            "detail", Map.of("pk_type", List.of(LayerKey.KIND))));

    /** The time to read all versions of all functions of a region, 50 at a time, and then to delete a layer. */
    private static final Duration DELETER_TIMEOUT = Duration.seconds(60);

    // Each message has all of the time.
    private static final int ONE_MESSAGE = 1;

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
        inventoryUsage();
        service().stage().layers().parameterPrefix().ifPresent(this::writeParameters);
        verifyLayers();
        watch();
        output("LayerTableName", table.tableName(), "The table of layers and builds");
    }

    private ServiceFunction configure(ServiceFunction function) {
        LayerOptions options = service().stage().layers();
        options.expiryDays().ifPresent(days -> function.setting(LayersSettings.LAYER_EXPIRY_DAYS, days.toString()));
        options.keepLatest().ifPresent(count -> function.setting(LayersSettings.LAYER_KEEP_LATEST, count.toString()));
        if (!options.usage()) {
            function.setting(LayersSettings.LAYER_USAGE, "off");
        }
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
        WorkQueue queue = new WorkQueue(this, service(), "layer-deletions", DELETER_TIMEOUT);
        ServiceFunction deleter = askingForUsage(configure(publisher(batchFunction(LayerDeleterHandler.class))), "*")
                .timeout(DELETER_TIMEOUT)
                .setting(LayersSettings.MAX_RECEIVES, Integer.toString(WorkQueue.RECEIVES))
                .allow(
                        table,
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:GetItem",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem");
        LayerOptions options = service().stage().layers();
        for (String region : regionsOr("*")) {
            deleter.allowPattern(
                    arn("lambda", region, "layer:" + options.namePrefix().orElse("") + "*:*"),
                    "Any layer version that the stage's settings allow may be registered.",
                    "lambda:DeleteLayerVersion");
        }
        processQueue(new QueueRule(queue, bus(), REMOVED_LAYERS), deleter, ONE_MESSAGE);
    }

    /** Records every day which functions use layers. */
    private void inventoryUsage() {
        if (service().stage().layers().usage()) {
            everyDay(askingForUsage(
                            configure(ServiceFunction.longScheduled(this, service(), LayerInventoryHandler.class)),
                            Aws.REGION)
                    .setting(LayersSettings.ACCOUNT_ID, Aws.ACCOUNT_ID)
                    .allow(table, "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"));
        }
    }

    /**
     * Allows a function to ask Lambda which functions use a layer, unless the stage turned that off.
     *
     * @param otherwise the regions, if the stage names none
     */
    private ServiceFunction askingForUsage(ServiceFunction function, String otherwise) {
        if (!service().stage().layers().usage()) {
            return function;
        }
        function.allowPattern(
                "*", "Lambda's list of functions cannot be limited to a resource.", "lambda:ListFunctions");
        for (String region : regionsOr(otherwise)) {
            function.allowPattern(
                    arn("lambda", region, "function:*"),
                    "Any function of the account may use a layer.",
                    "lambda:ListAliases");
        }
        return function;
    }

    /** Warns of expiries and ends holds. The alarm on faults covers it; the next sweep does the work of a missed one. */
    private void sweepLayers() {
        everyHour(
                askingForUsage(configure(ServiceFunction.longScheduled(this, service(), LayerExpiryHandler.class)), "*")
                        .allow(table, "dynamodb:GetItem", "dynamodb:UpdateItem")
                        .allowIndex(table, LayerStore.DUE, "dynamodb:Query"));
    }

    /** Writes the SSM parameters. Its retries are logged as faults, which have an alarm, so that a lag needs none. */
    private void writeParameters(String prefix) {
        ServiceFunction writer = configure(batchFunction(LayerPointersHandler.class))
                .setting(LayersSettings.LAYER_PARAMETER_PREFIX, prefix)
                .allow(table, "dynamodb:GetItem")
                .allowIndex(table, LayerStore.PACKAGE_GLOBAL, "dynamodb:Query");
        allowParameters(writer, prefix, regionsOr("*"));
        readStreamUnwatched(table, LAYERS, writer);
    }

    private void verifyLayers() {
        LayerOptions options = service().stage().layers();
        List<String> regions = regionsOr(Aws.REGION);
        ServiceFunction verifier = functionOf(VerifyLayersHandler.OPERATION)
                .allowPattern("*", "Lambda cannot limit lambda:ListLayers to a resource.", "lambda:ListLayers");
        for (String region : regions) {
            verifier.allowPattern(
                    arn("lambda", region, "layer:" + options.namePrefix().orElse("") + "*"),
                    "Any layer that the stage's settings allow may be registered.",
                    "lambda:ListLayerVersions");
        }
        options.parameterPrefix().ifPresent(prefix -> {
            verifier.setting(LayersSettings.LAYER_PARAMETER_PREFIX, prefix);
            allowParameters(verifier, prefix, regions);
            for (String region : regions) {
                verifier.allow(arn("ssm", region, parameters(prefix)), "ssm:GetParametersByPath");
            }
        });
    }

    private void allowParameters(ServiceFunction function, String prefix, List<String> regions) {
        for (String region : regions) {
            function.allowPattern(
                    arn("ssm", region, parameters(prefix) + "/*"),
                    "The names of the parameters contain the names and versions of packages.",
                    "ssm:DeleteParameter",
                    "ssm:GetParameters",
                    "ssm:PutParameter");
        }
    }

    private static String parameters(String prefix) {
        return "parameter/" + prefix + "/layers";
    }

    private List<String> regionsOr(String otherwise) {
        List<String> regions = service().stage().layers().regions();
        return regions.isEmpty() ? List.of(otherwise) : regions;
    }

    private String arn(String awsService, String region, String resource) {
        return formatArn(ArnComponents.builder()
                .service(awsService)
                .region(region)
                .resource(resource)
                .arnFormat(ArnFormat.NO_RESOURCE_NAME)
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
