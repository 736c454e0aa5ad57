package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AlarmsTest {

    private static final String TOPIC = "arn:aws:sns:us-east-1:123456789012:pager";

    static List<JsonNode> alarms() {
        return alarms(TestApp.dev());
    }

    private static List<JsonNode> alarms(TestApp app) {
        return Stream.of("Events", "Deployments", "Layers", "Tenants", "Pool", "Userdata")
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
    void alarms_watchTheApisTheQueuesTheTablesAndTheEventLog() {
        assertThat(alarms())
                .extracting(alarm -> alarm.get("AlarmName").asText())
                .doesNotHaveDuplicates()
                .contains(
                        "backplane-dev-deployments-server-errors",
                        "backplane-dev-ResolveAlias-faults",
                        "backplane-dev-AliasSync-faults",
                        "backplane-dev-deployments-failures",
                        "backplane-dev-DeploymentTable-throttles",
                        "backplane-dev-DeploymentTable-system-errors",
                        "backplane-dev-AliasTable-throttles",
                        "backplane-dev-AliasTable-system-errors",
                        "backplane-dev-DeploymentStream-lag",
                        "backplane-dev-AliasStream-lag",
                        "backplane-dev-AliasSync-lag",
                        "backplane-dev-layers-server-errors",
                        "backplane-dev-layers-failures",
                        "backplane-dev-layer-deletions-age",
                        "backplane-dev-layer-deletions-dead-letters",
                        "backplane-dev-layer-deletions-lost",
                        "backplane-dev-LayerTable-throttles",
                        "backplane-dev-LayerTable-system-errors",
                        "backplane-dev-LayerStream-lag",
                        "backplane-dev-StreamForwarder-lag",
                        "backplane-dev-pool-server-errors",
                        "backplane-dev-pool-failures",
                        "backplane-dev-pool-low",
                        "backplane-dev-pool-findings",
                        "backplane-dev-missed-sweeps",
                        "backplane-dev-PoolTable-throttles",
                        "backplane-dev-PoolTable-system-errors",
                        "backplane-dev-PoolStream-lag",
                        "backplane-dev-AccountHistory-lag",
                        "backplane-dev-LeaseSweeper-faults",
                        "backplane-dev-tenants-server-errors",
                        "backplane-dev-TenantTable-throttles",
                        "backplane-dev-TenantTable-system-errors",
                        "backplane-dev-tenant-create-failures",
                        "backplane-dev-tenant-create-throttles",
                        "backplane-dev-tenant-update-failures",
                        "backplane-dev-tenant-delete-failures",
                        "backplane-dev-tenant-upgrade-all-failures",
                        "backplane-dev-tenant-dead-letters",
                        "backplane-dev-tenant-run-failures-age",
                        "backplane-dev-tenant-run-failures-dead-letters",
                        "backplane-dev-tenant-run-failures-lost",
                        "backplane-dev-userdata-server-errors",
                        "backplane-dev-userdata-drifts",
                        "backplane-dev-PutJson-faults",
                        "backplane-dev-appDataJson-throttles",
                        "backplane-dev-appUsage-system-errors",
                        "backplane-dev-event-log-failures")
                // Nothing of tenants is followed by a stream, so nothing can be left of one.
                .doesNotContain("backplane-dev-tenants-failures");
    }

    @Test
    void alarms_whenTheStageNamesATopic_tellIt() {
        assertThat(alarms(TestApp.with(Map.of("alarmTopicArn", TOPIC))))
                .isNotEmpty()
                .allSatisfy(alarm -> assertThat(alarm.get("AlarmActions"))
                        .singleElement()
                        .satisfies(action -> assertThat(action.asText()).isEqualTo(TOPIC)));
    }

    @Test
    void alarms_whenTheStageNamesNoTopic_tellNobody() {
        assertThat(alarms()).isNotEmpty().noneMatch(alarm -> alarm.has("AlarmActions"));
    }

    /** The anchors of a page's headings, as GitHub makes them. */
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
