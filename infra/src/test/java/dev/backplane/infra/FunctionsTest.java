package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.EventPublisher;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FunctionsTest {

    private static final TestApp APP = TestApp.dev();
    private static final Set<String> SETTINGS =
            Set.of(DeploymentsSettings.DEPLOYMENT_TABLE, DeploymentsSettings.ALIAS_TABLE, EventPublisher.BUS_SETTING);

    static Stream<String> functions() {
        return APP.properties("Deployments", "AWS::Lambda::Function").stream()
                .map(function -> function.get("FunctionName").asText());
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_runsFromASnapshotOnArm(String name) {
        JsonNode function = properties(name);

        assertThat(function.get("Runtime").asText()).isEqualTo("java25");
        assertThat(function.at("/Architectures/0").asText()).isEqualTo("arm64");
        assertThat(function.at("/SnapStart/ApplyOn").asText()).isEqualTo("PublishedVersions");
        assertThat(function.has("ReservedConcurrentExecutions")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_hasTheTimeAndMemoryOfItsKind(String name) {
        JsonNode function = properties(name);
        boolean serves = function.get("Handler").asText().contains(".api.");

        assertThat(function.get("Timeout").asInt()).isEqualTo(serves ? 10 : 300);
        assertThat(function.get("MemorySize").asInt()).isEqualTo(serves ? 1024 : 512);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_namesAHandlerThatLambdaAndTheLocalCloudCanMake(String name) throws Exception {
        String[] handler = properties(name).get("Handler").asText().split("::", 2);
        Class<?> type = Class.forName(handler[0]);

        assertThat(RequestStreamHandler.class).isAssignableFrom(type);
        assertThat(handler[1]).isEqualTo("handleRequest");
        assertThat(type.getConstructor()).isNotNull();
        assertThat(type.getConstructor(Platform.class)).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_getsOnlySettingsThatItsCodeKnows(String name) {
        assertThat(properties(name).at("/Environment/Variables").properties())
                .extracting(Map.Entry::getKey)
                .isNotEmpty()
                .isSubsetOf(SETTINGS);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_hasOnePublishedAlias(String name) {
        String id = id(name);

        assertThat(APP.properties("Deployments", "AWS::Lambda::Alias"))
                .filteredOn(alias -> alias.at("/FunctionName/Ref").asText().equals(id))
                .singleElement()
                .satisfies(alias -> assertThat(
                                alias.at("/FunctionVersion/Fn::GetAtt/0").asText())
                        .isIn(APP.resources("Deployments", "AWS::Lambda::Version")
                                .keySet()));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_writesJsonToALogGroupOfItsOwnThatForgets(String name) {
        JsonNode logging = properties(name).get("LoggingConfig");
        JsonNode group = APP.resource("Deployments", logging.at("/LogGroup/Ref").asText());

        assertThat(logging.get("LogFormat").asText()).isEqualTo("JSON");
        assertThat(group.at("/Properties/LogGroupName").asText()).isEqualTo("/aws/lambda/" + name);
        assertThat(group.at("/Properties/RetentionInDays").asInt()).isEqualTo(14);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_alarmsOnFaultsErrorsAndThrottles(String name) {
        List<String> metrics = APP.properties("Deployments", "AWS::CloudWatch::Alarm").stream()
                .filter(alarm -> alarm.at("/Dimensions/0/Value").asText().equals(name))
                .map(alarm -> alarm.get("MetricName").asText())
                .toList();
        boolean serves = properties(name).get("Handler").asText().contains(".api.");

        assertThat(metrics).contains("faults", "Errors", "Throttles").hasSize(serves ? 3 : 4);
    }

    private static JsonNode properties(String name) {
        return APP.resource("Deployments", id(name)).get("Properties");
    }

    private static String id(String name) {
        return APP.resources("Deployments", "AWS::Lambda::Function").entrySet().stream()
                .filter(function -> function.getValue()
                        .at("/Properties/FunctionName")
                        .asText()
                        .equals(name))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }
}
