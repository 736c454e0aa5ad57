package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.activity.ActivitySettings;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.layers.LayersSettings;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.rehearsal.SnapshotHook;
import dev.backplane.pool.PoolSettings;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.userdata.UserdataSettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FunctionsTest {

    private static final TestApp APP = TestApp.dev();
    /** A setting of the JVM. */
    private static final String JAVA_OPTIONS = "JAVA_TOOL_OPTIONS";

    private static final Set<String> SETTINGS = Set.of(
            DeploymentsSettings.DEPLOYMENT_TABLE,
            DeploymentsSettings.ALIAS_TABLE,
            DeploymentsSettings.PROJECT_TABLE,
            DeploymentsSettings.SKEW_PROTECTION_HOURS,
            LayersSettings.ACCOUNT_ID,
            LayersSettings.LAYER_TABLE,
            LayersSettings.STREAM_SOURCE,
            LayersSettings.UPLOAD_BUCKET,
            LayersSettings.PUBLISH_MACHINE,
            AwsConnection.CALL_LIMIT_SECONDS,
            TenantsSettings.TENANT_TABLE,
            TenantsSettings.TENANT_QUEUE_ROLE,
            TenantsSettings.SUSPENSION_QUEUE,
            TenantsSettings.TENANT_STACK_VERSION,
            TenantsSettings.TENANT_TEMPLATE_URL,
            TenantsSettings.TENANT_STACK_PREFIX,
            TenantsSettings.TENANT_STACK_ROLE,
            TenantsSettings.METADATA_FUNCTION,
            TenantsSettings.TENANT_DLQ,
            TenantsSettings.TENANT_STACK_PARAMETERS,
            TenantsSettings.TENANT_ONBOARDING,
            TenantsSettings.TENANT_TIERS,
            TenantsSettings.CREATE_MACHINE,
            TenantsSettings.UPDATE_MACHINE,
            TenantsSettings.DELETE_MACHINE,
            TenantsSettings.UPGRADE_MACHINE,
            PoolSettings.POOL_TABLE,
            LayersSettings.MAX_RECEIVES,
            UserdataSettings.CALCULATED_BEHAVIOR_TABLE,
            UserdataSettings.APPS_TABLE,
            UserdataSettings.APP_DATA_JSON_TABLE,
            UserdataSettings.APP_DATA_BLOB_TABLE,
            UserdataSettings.APP_USAGE_TABLE,
            UserdataSettings.APP_CHANGES_TABLE,
            UserdataSettings.DATA_JOBS_TABLE,
            UserdataSettings.REMOVAL_MACHINE,
            UserdataSettings.EXPORT_MACHINE,
            UserdataSettings.OBJECT_BUCKET,
            ActivitySettings.ACTIVITY_TABLE,
            EventPublisher.BUS_SETTING,
            HttpHandler.SUBJECT_CLAIM);

    /** A function and its stack. */
    record Located(String stack, String id) {

        JsonNode properties() {
            return APP.resource(stack, id).get("Properties");
        }

        String name() {
            return properties().get("FunctionName").asText();
        }

        boolean serves() {
            return properties().get("Handler").asText().contains(".api.");
        }

        Optional<Operation> operation() {
            return BackplaneApp.OPERATIONS.stream()
                    .filter(operation -> name().equals("backplane-dev-" + operation.name()))
                    .findFirst();
        }

        /** Returns whether it sends large content and holds copies of it. */
        boolean sendsLayers() {
            return name().equals("backplane-dev-LayerPublisher");
        }

        /** Returns whether it holds large content. */
        boolean holdsContent() {
            return sendsLayers() || name().equals("backplane-dev-DataExporter");
        }

        /** Returns whether it reads a stream. */
        boolean follows() {
            return Set.of(
                            "DeploymentStream",
                            "AliasStream",
                            "AliasExpiry",
                            "AliasSync",
                            "LayerStream",
                            "StreamForwarder",
                            "JobStream",
                            "PoolStream",
                            "ChangeStream",
                            "AccountHistory")
                    .contains(name().substring("backplane-dev-".length()));
        }
    }

    private static int seconds(Located function) {
        if (Set.of("backplane-dev-LeaseSweeper", "backplane-dev-ValueExpirer", "backplane-dev-LayerDeleter")
                .contains(function.name())) {
            return 60;
        }
        if (Set.of("backplane-dev-RetentionSweeper", "backplane-dev-LayerExpiry", "backplane-dev-LayerInventory")
                .contains(function.name())) {
            return 900;
        }
        if (Set.of("backplane-dev-DataRemover", "backplane-dev-DataExporter").contains(function.name())) {
            return 120;
        }
        return function.serves() ? 10 : function.follows() || function.sendsLayers() ? 300 : 30;
    }

    static Stream<Located> functions() {
        return TestApp.SERVICES.stream()
                .flatMap(stack -> APP.resources(stack, "AWS::Lambda::Function").keySet().stream()
                        .map(id -> new Located(stack, id)));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_runsOnArm(Located function) {
        JsonNode properties = function.properties();

        assertThat(properties.get("Runtime").asText()).isEqualTo("java25");
        assertThat(properties.at("/Architectures/0").asText()).isEqualTo("arm64");
        assertThat(properties.has("ReservedConcurrentExecutions")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_startsFromASnapshotIfItsOperationSaysSo(Located function) {
        JsonNode properties = function.properties();
        boolean snapshot = function.operation().map(Operation::snapshot).orElse(false);

        assertThat(properties.at("/SnapStart/ApplyOn").asText()).isEqualTo(snapshot ? "PublishedVersions" : "");
        // A function without a snapshot does not need the option, and the JVM would print a line that is not JSON.
        assertThat(properties.at("/Environment/Variables/" + JAVA_OPTIONS).asText())
                .isEqualTo(snapshot ? SnapshotHook.JAVA_OPTIONS : "");
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_isTracedIfCallersWaitForIt(Located function) {
        assertThat(function.properties().at("/TracingConfig/Mode").asText())
                .isEqualTo(function.serves() ? "Active" : "");
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_hasTheTimeAndMemoryOfItsKind(Located function) {
        JsonNode properties = function.properties();

        assertThat(properties.get("Timeout").asInt()).isEqualTo(seconds(function));
        assertThat(properties.get("MemorySize").asInt())
                .isEqualTo(function.serves() || function.holdsContent() ? 1024 : 512);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_namesAHandlerThatLambdaAndTheLocalCloudCanMake(Located function) throws Exception {
        String[] handler = function.properties().get("Handler").asText().split("::", 2);
        Class<?> type = Class.forName(handler[0]);

        assertThat(RequestStreamHandler.class).isAssignableFrom(type);
        assertThat(handler[1]).isEqualTo("handleRequest");
        assertThat(type.getConstructor()).isNotNull();
        assertThat(type.getConstructor(Platform.class)).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_getsOnlySettingsThatItsCodeKnows(Located function) {
        JsonNode settings = function.properties().at("/Environment/Variables");

        assertThat(settings.properties())
                .extracting(Map.Entry::getKey)
                .filteredOn(name -> !name.equals(JAVA_OPTIONS))
                .isNotEmpty()
                .isSubsetOf(SETTINGS);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_knowsTheClaimOfAPersonsIdIfItServes(Located function) {
        assertThat(function.properties()
                        .at("/Environment/Variables/SUBJECT_CLAIM")
                        .asText())
                .isEqualTo(function.serves() ? "email" : "");
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_hasOnePublishedAlias(Located function) {
        assertThat(APP.properties(function.stack(), "AWS::Lambda::Alias"))
                .filteredOn(alias -> alias.at("/FunctionName/Ref").asText().equals(function.id()))
                .singleElement()
                .satisfies(alias -> assertThat(
                                alias.at("/FunctionVersion/Fn::GetAtt/0").asText())
                        .isIn(APP.resources(function.stack(), "AWS::Lambda::Version")
                                .keySet()));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_writesJsonToALogGroupOfItsOwnThatForgets(Located function) {
        JsonNode logging = function.properties().get("LoggingConfig");
        JsonNode group =
                APP.resource(function.stack(), logging.at("/LogGroup/Ref").asText());

        assertThat(logging.get("LogFormat").asText()).isEqualTo("JSON");
        assertThat(group.at("/Properties/LogGroupName").asText()).isEqualTo("/aws/lambda/" + function.name());
        assertThat(group.at("/Properties/RetentionInDays").asInt()).isEqualTo(14);
    }
}
