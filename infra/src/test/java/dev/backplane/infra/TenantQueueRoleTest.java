package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The role whose sessions the clients of tenants use. */
class TenantQueueRoleTest {

    private final TestApp app = TestApp.dev();

    private JsonNode role() {
        return app.resources("Tenants", "AWS::IAM::Role").entrySet().stream()
                .filter(role -> role.getKey().startsWith("TenantQueueRole"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow()
                .path("Properties");
    }

    @Test
    void onlyTheFunctionThatIssuesCredentials_mayAssumeIt() {
        JsonNode trust = role().at("/AssumeRolePolicyDocument/Statement");
        assertThat(trust).hasSize(1);
        assertThat(trust.at("/0/Principal/AWS/Fn::GetAtt/0").asText()).startsWith("IssueQueueCredentialsRole");
        List<JsonNode> policies = app.properties("Tenants", "AWS::IAM::Policy");
        assertThat(policies).hasSize(1);
        assertThatJson(policies.getFirst().at("/PolicyDocument/Statement"))
                .isArray()
                .hasSize(1);
        assertThat(policies.getFirst().at("/PolicyDocument/Statement/0/Action").asText())
                .isEqualTo("sts:AssumeRole");
        assertThat(policies.getFirst().at("/Roles/0/Ref").asText()).startsWith("IssueQueueCredentialsRole");
    }

    @Test
    void itReachesTheQueuesOfTenants_andNoKeys() {
        JsonNode statements = role().at("/Policies/0/PolicyDocument/Statement");
        assertThat(statements).hasSize(1);
        assertThatJson(statements.at("/0/Action"))
                .isArray()
                .containsExactlyInAnyOrder(
                        "sqs:ChangeMessageVisibility",
                        "sqs:DeleteMessage",
                        "sqs:GetQueueAttributes",
                        "sqs:ReceiveMessage",
                        "sqs:SendMessage");
        assertThat(statements.at("/0/Resource").toString()).contains(":bp-dev-T-*");
    }
}
