package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The schedule of the function that warns of expiries and ends holds. */
class LayerExpiryTest {

    private static final TestApp APP = TestApp.dev();

    @Test
    void schedule_callsTheFunctionsAliasEveryHour_andPutsFailedCallsAside() {
        assertThat(APP.properties("Layers", "AWS::Events::Rule"))
                .filteredOn(rule -> rule.get("Name").asText().equals("backplane-dev-LayerExpiry"))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.get("ScheduleExpression").asText()).isEqualTo("rate(1 hour)");
                    assertThat(rule.at("/Targets/0/Arn/Ref").asText()).startsWith("LayerExpiryLive");
                    assertThatJson(rule.at("/Targets/0/RetryPolicy"))
                            .isEqualTo("{MaximumEventAgeInSeconds:1800,MaximumRetryAttempts:5}");
                    assertThat(rule.at("/Targets/0/DeadLetterConfig/Arn/Fn::GetAtt/0")
                                    .asText())
                            .startsWith("Failures");
                });
    }
}
