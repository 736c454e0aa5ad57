package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.events.RetentionSweeperHandler;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeploymentsStackTest {

    private static final TestApp APP = TestApp.dev();

    private static JsonNode function(TestApp app, String name) {
        return app.properties("Deployments", "AWS::Lambda::Function").stream()
                .filter(function -> function.get("FunctionName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void schedule_callsTheSweepersAliasEveryDay() {
        assertThat(APP.properties("Deployments", "AWS::Events::Rule"))
                .filteredOn(rule -> rule.get("Name").asText().equals("backplane-dev-RetentionSweeper"))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.get("ScheduleExpression").asText()).isEqualTo("rate(1 day)");
                    assertThat(rule.at("/Targets/0/Arn/Ref").asText()).startsWith("RetentionSweeperLive");
                    assertThatJson(rule.at("/Targets/0/RetryPolicy"))
                            .isEqualTo("{MaximumEventAgeInSeconds:3600,MaximumRetryAttempts:10}");
                    assertThat(rule.at("/Targets/0/DeadLetterConfig/Arn/Fn::GetAtt/0")
                                    .asText())
                            .startsWith("Failures");
                });
    }

    @Test
    void sweeper_stopsBeforeItsTimeout() {
        Duration timeout = Duration.ofSeconds(
                function(APP, "RetentionSweeper").get("Timeout").asLong());
        assertThat(RetentionSweeperHandler.TIME).isLessThan(timeout.minusMinutes(1));
    }

    @Test
    void skewProtection_isSetWhereItMatters() {
        TestApp app = TestApp.configured();
        for (String name : List.of("ResolveAlias", "PreviewRetention", "RunRetention", "RetentionSweeper")) {
            String variable = "/Environment/Variables/" + DeploymentsSettings.SKEW_PROTECTION_HOURS;
            assertThat(function(app, name).at(variable).asText()).isEqualTo("48");
            assertThat(function(APP, name).at(variable).isMissingNode()).isTrue();
        }
    }
}
