package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolStackTest {

    private static final TestApp APP = TestApp.dev();

    private static String ruleId() {
        return APP.resources("Pool", "AWS::Events::Rule").keySet().stream()
                .filter(id -> id.startsWith("LeaseSweeper"))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode rule() {
        return APP.properties("Pool", "AWS::Events::Rule").stream()
                .filter(rule -> rule.get("Name").asText().equals("backplane-dev-LeaseSweeper"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void schedule_callsTheSweepersAliasEveryMinute_andNotesWhatItCannotCall() {
        assertThat(rule().get("ScheduleExpression").asText()).isEqualTo("rate(1 minute)");
        assertThat(rule().get("State").asText()).isEqualTo("ENABLED");
        assertThat(rule().get("Targets")).singleElement().satisfies(target -> {
            assertThat(target.at("/Arn/Ref").asText()).startsWith("LeaseSweeperLive");
            assertThatJson(target.get("RetryPolicy")).isEqualTo("{MaximumEventAgeInSeconds:60,MaximumRetryAttempts:2}");
            assertThat(queueName(target.at("/DeadLetterConfig/Arn/Fn::GetAtt/0").asText()))
                    .isEqualTo("backplane-dev-missed-sweeps");
        });
    }

    @Test
    void schedule_isTheOnlyOneThatMayCallTheSweeper_andFillItsQueue() {
        String rule = ruleId();

        assertThat(APP.properties("Pool", "AWS::Lambda::Permission"))
                .filteredOn(permission ->
                        permission.at("/FunctionName/Ref").asText().startsWith("LeaseSweeper"))
                .singleElement()
                .satisfies(permission -> {
                    assertThat(permission.get("Principal").asText()).isEqualTo("events.amazonaws.com");
                    assertThat(permission.at("/SourceArn/Fn::GetAtt/0").asText())
                            .isEqualTo(rule);
                });
        assertThat(APP.properties("Pool", "AWS::SQS::QueuePolicy"))
                .flatMap(policy ->
                        policy.at("/PolicyDocument/Statement").valueStream().toList())
                .filteredOn(statement -> statement.get("Effect").asText().equals("Allow"))
                .singleElement()
                .satisfies(statement -> assertThat(statement
                                .at("/Condition/ArnEquals/aws:SourceArn/Fn::GetAtt/0")
                                .asText())
                        .isEqualTo(rule));
    }

    @Test
    void streams_areFilteredToWhatTheirFunctionsReadOf() {
        assertThatJson(filter("PoolStream")).isEqualTo("""
                {"dynamodb": {"Keys": {"pk": {"S": [
                  {"prefix": "account_id#"}, {"prefix": "account_removed#"}, {"prefix": "account_cleanups#"},
                  {"prefix": "lease_id#"}, {"prefix": "lease_history#"}, {"prefix": "lease_budget#"},
                  "account_status#available"
                ]}}}}""");
        assertThatJson(filter("AccountHistory"))
                .isEqualTo("{\"dynamodb\": {\"Keys\": {\"pk\": {\"S\": [{\"prefix\": \"account_id#\"}]}}}}");
    }

    private static String filter(String function) {
        return APP.mapping("Pool", function)
                .at("/FilterCriteria/Filters/0/Pattern")
                .asText();
    }

    @Test
    void settings_ofTheStage_reachTheFunctions() {
        JsonNode claim = TestApp.configured().properties("Pool", "AWS::Lambda::Function").stream()
                .filter(function -> function.get("FunctionName").asText().endsWith("-CreateLease"))
                .findFirst()
                .orElseThrow()
                .at("/Environment/Variables");

        assertThatJson(claim)
                .isObject()
                .containsEntry("POOL_MAX_ACCOUNTS", "50")
                .containsEntry("LEASE_DEFAULT_MINUTES", "60")
                .containsEntry("POOL_LOW_THRESHOLD", "7")
                .containsEntry("POOL_SELF_REGISTRATION", "false")
                .containsEntry("CLEANUP_TRIES", "2")
                .containsEntry("CLEANUP_TYPICAL_MINUTES", "15")
                .containsEntry("LEASE_WARNING_MINUTES", "120,15")
                .containsEntry("POOL_LIST_SHARDS", "16");
    }

    @Test
    void functionsThatReadLists_mayReadTheirShards_whereThereAreSome() {
        assertThat(mayBatch(APP)).doesNotContain("ListAccounts");
        assertThat(mayBatch(TestApp.configured())).contains("ListAccounts");
    }

    private static List<String> mayBatch(TestApp app) {
        return app.resources("Pool", "AWS::IAM::Role").entrySet().stream()
                .filter(role -> role.getValue().toString().contains("dynamodb:BatchGetItem"))
                .map(role -> role.getKey().replaceFirst("Role.*", ""))
                .toList();
    }

    private static String queueName(String id) {
        return APP.resource("Pool", id).at("/Properties/QueueName").asText();
    }
}
