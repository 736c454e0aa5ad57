package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.settings.StageSettings;
import dev.backplane.platform.log.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Matcher;

class AlarmsTest {

    private static final String NOBODY = "no alarmTopicArn";
    private static final TestApp APP = TestApp.dev();

    static List<JsonNode> alarms() {
        return alarms(APP);
    }

    private static List<JsonNode> alarms(TestApp app) {
        return Stream.of(
                        "Events",
                        "Identity",
                        "Deployments",
                        "Layers",
                        "Tenants",
                        "Pool",
                        "Userdata",
                        "Activity",
                        "Dashboard")
                .flatMap(stack -> app.properties(stack, "AWS::CloudWatch::Alarm").stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("alarms")
    void alarm_linksToAHeadingOfARunbook(JsonNode alarm) throws IOException {
        String description = alarm.get("AlarmDescription").asText();
        String[] link = description
                .substring(description.indexOf("Runbook: ") + "Runbook: ".length())
                .split("#", 2);
        Path page = TestApp.ROOT.resolve(link[0]);

        assertThat(page).isRegularFile();
        assertThat(anchors(page)).contains(link[1]);
    }

    @ParameterizedTest
    @MethodSource("alarms")
    void alarm_staysQuietWithoutData(JsonNode alarm) {
        assertThat(alarm.get("TreatMissingData").asText()).isEqualTo("notBreaching");
        assertThat(alarm.get("Threshold").asDouble()).isPositive();
    }

    @Test
    void alarms_watchWhatTheRunbooksSay() {
        assertThat(alarms())
                .extracting(alarm -> alarm.get("AlarmName").asText().substring("backplane-dev-".length()))
                .containsExactlyInAnyOrder(
                        "deployments-server-errors",
                        "deployments-faults",
                        "deployments-throttles",
                        "deployments-lag",
                        "deployments-failures",
                        "layers-server-errors",
                        "layers-faults",
                        "layers-throttles",
                        "layers-lag",
                        "layers-failures",
                        "layer-deletions-age",
                        "layer-deletions-lost",
                        "layer-deletions-dead-letters",
                        "tenants-server-errors",
                        "tenants-faults",
                        "tenants-throttles",
                        "tenant-dead-letters",
                        "tenant-run-failures",
                        "tenant-run-failures-age",
                        "tenant-run-failures-lost",
                        "tenant-run-failures-dead-letters",
                        "tenant-suspensions-age",
                        "tenant-suspensions-dead-letters",
                        "pool-server-errors",
                        "pool-faults",
                        "pool-throttles",
                        "pool-lag",
                        "pool-failures",
                        "pool-low",
                        "pool-findings",
                        "missed-sweeps",
                        "userdata-server-errors",
                        "userdata-faults",
                        "userdata-throttles",
                        "userdata-drifts",
                        "activity-faults",
                        "activity-failures",
                        "identity-errors",
                        "function-throttles",
                        "event-log-failures");
    }

    /** CloudWatch bills an alarm for each metric that it reads. */
    @Test
    void alarms_areFew_andReadFewMetrics() {
        assertThat(alarms()).hasSizeBetween(30, 50);
        assertThat(alarms().stream().mapToLong(AlarmsTest::metrics).sum()).isBetween(30L, 50L);
        assertThat(alarms())
                .allSatisfy(alarm -> assertThat(metrics(alarm))
                        .as("CloudWatch's limit for one alarm")
                        .isBetween(1L, 10L));
    }

    static long metrics(JsonNode alarm) {
        return alarm.has("MetricName")
                ? 1
                : alarm.get("Metrics")
                        .valueStream()
                        .filter(metric -> metric.has("MetricStat"))
                        .count();
    }

    @Test
    void lag_watchesEveryFunctionThatReadsAStream_exceptThoseThatNobodyWaitsFor() {
        Set<String> streamReaders = TestApp.SERVICES.stream()
                .flatMap(stack -> APP.properties(stack, "AWS::Lambda::EventSourceMapping").stream())
                .filter(mapping -> mapping.has("StartingPosition"))
                .map(mapping -> mapping.at("/FunctionName/Ref").asText().replaceFirst("Live.*", ""))
                .collect(Collectors.toSet());
        assertThat(streamReaders.removeAll(Set.of("AliasExpiry", "ChangeStream", "JobStream")))
                .isTrue();

        assertThat(alarms().stream()
                        .filter(alarm -> alarm.get("AlarmName").asText().endsWith("-lag"))
                        .flatMap(alarm -> alarm.get("Metrics").valueStream())
                        .filter(metric -> metric.has("MetricStat"))
                        .map(metric -> metric.at("/MetricStat/Metric/Dimensions/0/Value")
                                .asText()
                                .substring("backplane-dev-".length())))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(streamReaders);
    }

    @Test
    void sweeps_thatCannotBeCalledOrFail_areWatched() {
        assertThat(alarm("missed-sweeps")
                        .get("Metrics")
                        .valueStream()
                        .map(metric ->
                                metric.at("/MetricStat/Metric/MetricName").asText()))
                .contains("ApproximateNumberOfMessagesVisible", "Errors");
    }

    /** The alarm reads the metric that a function writes. */
    @ParameterizedTest
    @CsvSource({
        "Deployments, deployments, ResolveAlias",
        "Layers, layers, LayerDeleter",
        "Tenants, tenants, DeployStack",
        "Pool, pool, LeaseSweeper",
        "Userdata, userdata, PutJson",
        "Activity, activity, RecordActivity"
    })
    void faults_areReadByTheNamesInTheLogLine(String stack, String service, String operation) throws IOException {
        assertThat(APP.properties(stack, "AWS::Lambda::Function"))
                .extracting(function -> function.get("FunctionName").asText())
                .contains("backplane-dev-" + operation);
        Invocation invocation = new Invocation("backplane-dev-" + operation, service, operation, "request-1");
        invocation.failed(new IllegalStateException("broken"));
        JsonNode line = new JsonMapper().readTree(invocation.line(0));
        JsonNode published = line.at("/_aws/CloudWatchMetrics/0");
        JsonNode alarm = alarm(service + "-faults");

        assertThat(alarm.get("Namespace")).isEqualTo(published.get("Namespace"));
        assertThat(alarm.get("MetricName")).isEqualTo(published.at("/Metrics/0/Name"));
        assertThat(dimensions(alarm.get("Dimensions")))
                .isEqualTo(published
                        .at("/Dimensions/0")
                        .valueStream()
                        .collect(Collectors.toMap(
                                JsonNode::asText,
                                name -> line.get(name.asText()).asText())));
    }

    /** A function without a response writes no line; the access log counts for the same alarm. */
    @ParameterizedTest
    @ValueSource(strings = {"Deployments", "Layers", "Tenants", "Pool", "Userdata", "Activity"})
    void unansweredRequests_areFaultsOfTheService(String stack) throws IOException {
        JsonNode access = new JsonMapper()
                .readTree(APP.properties(stack, "AWS::ApiGatewayV2::Stage")
                        .getFirst()
                        .at("/AccessLogSettings/Format")
                        .asText());
        JsonNode filter = APP.properties(stack, "AWS::Logs::MetricFilter").getFirst();
        JsonNode metric = filter.at("/MetricTransformations/0");
        JsonNode alarm = alarm(stack.toLowerCase(Locale.ROOT) + "-faults");

        assertThat(metric.get("MetricNamespace")).isEqualTo(alarm.get("Namespace"));
        assertThat(metric.get("MetricName")).isEqualTo(alarm.get("MetricName"));
        Map<String, String> values = new TreeMap<>();
        metric.get("Dimensions")
                .forEach(dimension -> values.put(
                        dimension.get("Key").asText(),
                        access.at(dimension.get("Value").asText().replace("$.", "/"))
                                .asText()));
        assertThat(values).isEqualTo(dimensions(alarm.get("Dimensions")));
        assertThat(filter.get("FilterPattern").asText()).contains("$.status", "$.integrationError");
        assertThat(access.has("status") && access.has("integrationError")).isTrue();
    }

    private static JsonNode alarm(String name) {
        return alarms().stream()
                .filter(alarm -> alarm.get("AlarmName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> dimensions(JsonNode list) {
        return list.valueStream()
                .collect(Collectors.toMap(
                        dimension -> dimension.get("Name").asText(),
                        dimension -> dimension.get("Value").asText()));
    }

    @Test
    void alarms_whenTheStageWantsNone_areNotMade() {
        TestApp none = TestApp.withFewerParts();

        assertThat(alarms(none)).isEmpty();
        assertThat(none.properties("Dashboard", "AWS::CloudWatch::Dashboard")).hasSize(1);
    }

    @Test
    void synthesis_whenAStageOtherThanDevHasNoTopic_warns() {
        assertThat(TestApp.with(Map.of("stage", "prod")).findings("Backplane-prod-Events"))
                .anySatisfy(finding ->
                        assertThat(finding).startsWith("aws:cdk:warning").contains(NOBODY));
    }

    @Test
    void synthesis_ofDevOrWithATopicOrWithoutAlarms_doesNotWarn() {
        assertThat(APP.findings("Backplane-dev-Events")).isEmpty();
        Matcher nobody = Match.stringLikeRegexp(".*" + NOBODY + ".*");
        eventsOfProd(Map.of()).hasWarning("*", nobody);
        eventsOfProd(Map.of("alarmTopicArn", TestApp.TOPIC)).hasNoWarning("*", nobody);
        eventsOfProd(Map.of("alarms", "none")).hasNoWarning("*", nobody);
    }

    /** The one stack that warns, without the others: to synthesize them all takes long. */
    private static Annotations eventsOfProd(Map<String, Object> settings) {
        Map<String, Object> all = new TreeMap<>(settings);
        all.put("logRetentionDays", 365);
        return Annotations.fromStack(new EventsStack(new App(), StageSettings.of("prod", all)));
    }

    /** Three dashboards of up to 50 metrics each are free in an account. */
    @Test
    void dashboard_isOneBelowFiftyMetrics_andNamesEveryAlarm() {
        List<JsonNode> dashboards = APP.stackNames().stream()
                .map(stack -> stack.substring("Backplane-dev-".length()))
                .flatMap(stack -> APP.properties(stack, "AWS::CloudWatch::Dashboard").stream())
                .toList();

        assertThat(dashboards).singleElement().satisfies(dashboard -> {
            assertThat(dashboard.get("DashboardName").asText()).isEqualTo("backplane-dev-suite");
            assertThat(dashboardMetrics(dashboard)).isBetween(30, 49);
            assertThat(alarms())
                    .allSatisfy(
                            alarm -> assertThat(dashboard.get("DashboardBody").toString())
                                    .contains(":alarm:" + alarm.get("AlarmName").asText()));
        });
    }

    /** Each metric of a widget starts with its namespace. */
    static int dashboardMetrics(JsonNode dashboard) {
        return dashboard.get("DashboardBody").toString().split("\\[\\\\+\"(?:AWS/|Backplane)", -1).length - 1;
    }

    @Test
    void alarms_whenTheStageNamesATopic_tellIt() {
        assertThat(alarms(TestApp.configured()))
                .isNotEmpty()
                .allSatisfy(alarm -> assertThat(alarm.get("AlarmActions"))
                        .singleElement()
                        .satisfies(action -> assertThat(action.asText()).isEqualTo(TestApp.TOPIC)));
    }

    @Test
    void alarms_whenTheStageNamesNoTopic_tellNobody() {
        assertThat(alarms()).isNotEmpty().noneMatch(alarm -> alarm.has("AlarmActions"));
    }

    /** Returns the anchors of a page's headings in GitHub's form. */
    private static List<String> anchors(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
