package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SnapshotsTest {

    private static final TestApp APP = TestApp.dev();
    private static final Path DECISION = TestApp.ROOT.resolve("docs/adr/0019-snapshots-where-callers-wait.md");

    /** The stack of a service whose only operation has no snapshot. */
    private static final String WITH_ONE_OPERATION = "Activity";

    static final List<String> STACKS = Stream.concat(TestApp.SERVICES.stream(), Stream.of("Events", "Identity"))
            .toList();

    @Test
    void keepAlive_invokesEveryAliasWithASnapshotEachWeek() throws IOException {
        List<String> kept = new ArrayList<>();
        for (String stack : TestApp.SERVICES) {
            for (JsonNode rule : keepAlives(APP, stack)) {
                assertThat(rule.get("ScheduleExpression").asText()).isEqualTo("rate(7 days)");
                assertThat(rule.get("State").asText()).isEqualTo("ENABLED");
                assertThat(rule.get("Targets")).as("EventBridge's limit").hasSizeLessThanOrEqualTo(5);
                rule.get("Targets").forEach(target -> {
                    assertThat(target.get("Input").asText()).isEqualTo(HttpHandler.KEEP_ALIVE);
                    kept.add(functionOf(stack, target.at("/Arn/Ref").asText()));
                });
            }
        }

        assertThat(kept)
                .containsExactlyInAnyOrderElementsOf(BackplaneApp.OPERATIONS.stream()
                        .filter(Operation::snapshot)
                        .map(operation -> "backplane-dev-" + operation.name())
                        .toList());
        String number = kept.size() + " operations do";
        assertThat(Files.readString(DECISION).contains(" " + number))
                .as("%s says '%s' and lists the operations with a snapshot", DECISION.getFileName(), number)
                .isTrue();
    }

    @ParameterizedTest
    @FieldSource("dev.backplane.infra.TestApp#SERVICES")
    void keepAlive_mayInvokeTheTargetsOfItsRuleOnly(String stack) {
        Set<String> targets = APP.resources(stack, "AWS::Events::Rule").entrySet().stream()
                .filter(rule -> rule.getKey().startsWith("Snapshots"))
                .flatMap(rule -> rule.getValue()
                        .at("/Properties/Targets")
                        .valueStream()
                        .map(target ->
                                rule.getKey() + " " + target.at("/Arn/Ref").asText()))
                .collect(Collectors.toSet());
        Set<String> permitted = APP.resources(stack, "AWS::Lambda::Permission").entrySet().stream()
                .filter(permission -> permission.getKey().startsWith("Snapshots"))
                .map(permission -> permission.getValue().get("Properties"))
                .map(permission -> permission.at("/SourceArn/Fn::GetAtt/0").asText() + " "
                        + permission.at("/FunctionName/Ref").asText())
                .collect(Collectors.toSet());

        assertThat(permitted).isEqualTo(targets);
        assertThat(permitted.isEmpty()).isEqualTo(stack.equals(WITH_ONE_OPERATION));
    }

    @Test
    void aot_hasNoSnapshotsToKeep() {
        TestApp aot = TestApp.with(Map.of("packaging", "aot"));

        assertThat(TestApp.SERVICES)
                .allSatisfy(stack -> assertThat(keepAlives(aot, stack)).isEmpty());
    }

    @ParameterizedTest
    @FieldSource("dev.backplane.infra.TestApp#SERVICES")
    void snapshots_areTakenFiveAtATime(String stack) {
        List<String> versions = APP.resources(stack, "AWS::Lambda::Version").entrySet().stream()
                .filter(version -> APP.resource(
                                stack,
                                version.getValue()
                                        .at("/Properties/FunctionName/Ref")
                                        .asText())
                        .at("/Properties")
                        .has("SnapStart"))
                .map(Map.Entry::getKey)
                .toList();

        assertThat(CreationOrder.of(APP.template(stack)).width(versions)).isEqualTo(Math.min(versions.size(), 5));
    }

    @ParameterizedTest
    @FieldSource("dev.backplane.infra.TestApp#SERVICES")
    void api_isChangedInTenPlacesAtATimeAndDeployedOnceAllRoutesAreThere(String stack) {
        CreationOrder order = CreationOrder.of(APP.template(stack));
        List<String> changes = Stream.of("AWS::ApiGatewayV2::Integration", "AWS::ApiGatewayV2::Route")
                .flatMap(type -> APP.resources(stack, type).keySet().stream())
                .toList();
        List<String> withStage = new ArrayList<>(changes);
        withStage.addAll(APP.resources(stack, "AWS::ApiGatewayV2::Stage").keySet());

        assertThat(order.width(changes)).isBetween(1, 10).isEqualTo(order.width(withStage));
        assertThat(changes.size() > 10)
                .as("more than may be changed at a time")
                .isNotEqualTo(stack.equals(WITH_ONE_OPERATION));
    }

    @ParameterizedTest
    @FieldSource("STACKS")
    void template_hasNoCycle(String stack) {
        assertThat(CreationOrder.of(APP.template(stack)).hasCycle()).isFalse();
    }

    @ParameterizedTest
    @FieldSource("STACKS")
    void stack_leavesRoomBelowTheResourcesThatCloudFormationAllows(String stack) {
        assertThat(APP.template(stack).get("Resources").size()).isLessThanOrEqualTo(400);
    }

    private static List<JsonNode> keepAlives(TestApp app, String stack) {
        return app.properties(stack, "AWS::Events::Rule").stream()
                .filter(rule -> rule.get("Name").asText().contains("keep-alive"))
                .toList();
    }

    private static String functionOf(String stack, String alias) {
        String function =
                APP.resource(stack, alias).at("/Properties/FunctionName/Ref").asText();
        return APP.resource(stack, function).at("/Properties/FunctionName").asText();
    }
}
