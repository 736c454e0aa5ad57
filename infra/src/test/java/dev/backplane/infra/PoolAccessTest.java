package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Access to the accounts of the pool, and the template that operators roll out to them. */
class PoolAccessTest {

    private static final TestApp APP = TestApp.configured();

    @Test
    void withoutRoles_thereIsNoFunctionNoPermissionAndNoOutput() {
        String template = TestApp.dev().template("Pool").toString();

        assertThat(template).doesNotContain("sts:TagSession", "SessionRevoker", "PoolAccessTrust", "pool-revocations");
        assertThat(template).contains("IssueCredentials", "RevokeSessions");
    }

    @ParameterizedTest
    @CsvSource({
        "IssueCredentials, access,     'sts:AssumeRole,sts:TagSession'",
        "RevokeSessions,   revocation, sts:AssumeRole",
        "SessionRevoker,   revocation, sts:AssumeRole"
    })
    void functions_mayAssumeExactlyOneRole_inAnyAccount(String function, String role, String actions) {
        List<JsonNode> statements = statements(function);

        assertThat(statements)
                .filteredOn(statement -> statement.get("Action").toString().contains("sts:"))
                .singleElement()
                .satisfies(statement -> {
                    assertThatJson(statement.get("Resource"))
                            .isEqualTo("{\"Fn::Join\":[\"\",[\"arn:\",{\"Ref\":\"AWS::Partition\"},\":iam::*:role/"
                                    + role + "\"]]}");
                    assertThat(texts(statement.get("Action"))).containsExactlyInAnyOrder(actions.split(",", -1));
                });
    }

    private static List<JsonNode> statements(String function) {
        return APP.resources("Pool", "AWS::IAM::Role").entrySet().stream()
                .filter(role -> role.getKey().startsWith(function + "Role"))
                .findFirst()
                .orElseThrow()
                .getValue()
                .at("/Properties/Policies/0/PolicyDocument/Statement")
                .valueStream()
                .toList();
    }

    @Test
    void revoker_readsAccountsWhoseRevocationIsPendingOnly() throws IOException {
        assertThatJson(new JsonMapper()
                        .readTree(APP.mapping("Pool", "SessionRevoker")
                                .at("/FilterCriteria/Filters/0/Pattern")
                                .asText()))
                .isEqualTo("""
                        {"dynamodb": {"Keys": {"pk": {"S": [{"prefix": "account_id#"}]}},
                                      "NewImage": {"revocation": {"S": ["pending"]}}}}""");
    }

    @Test
    void outputs_areTheParametersOfTheTemplateForTheAccounts() throws IOException {
        List<String> withoutDefault = new ArrayList<>();
        file("account.template.json").path("Parameters").properties().forEach(parameter -> {
            if (!parameter.getValue().has("Default")) {
                withoutDefault.add(parameter.getKey());
            }
        });
        List<String> outputs = new ArrayList<>();
        APP.template("Pool").path("Outputs").fieldNames().forEachRemaining(outputs::add);

        assertThat(withoutDefault).isNotEmpty();
        assertThat(outputs).containsAll(withoutDefault);
    }

    @Test
    void rolesInTheAccounts_trustTheSuiteOnlyWithTheExternalId() throws IOException {
        JsonNode template = file("account.template.json");
        for (String role : List.of("AccessRole", "RevocationRole")) {
            JsonNode trust = template.at("/Resources/" + role + "/Properties/AssumeRolePolicyDocument/Statement");
            assertThat(trust.valueStream()
                            .filter(statement ->
                                    statement.get("Action").asText().equals("sts:AssumeRole")))
                    .singleElement()
                    .satisfies(statement -> {
                        assertThat(statement
                                        .at("/Condition/StringEquals/sts:ExternalId/Ref")
                                        .asText())
                                .isEqualTo("PoolExternalId");
                        assertThat(statement
                                        .at("/Condition/ArnEquals/aws:PrincipalArn/Ref")
                                        .asText())
                                .isNotEmpty();
                    });
            assertThat(trust.valueStream())
                    .allSatisfy(statement -> assertThatJson(statement.get("Principal"))
                            .isEqualTo("{\"AWS\":{\"Fn::Sub\":"
                                    + "\"arn:${AWS::Partition}:iam::${PoolSuiteAccount}:root\"}}"));
        }
        assertThatJson(template.at("/Resources/RevocationRole/Properties/Policies/0/PolicyDocument/Statement"))
                .isEqualTo("""
                        [{"Effect":"Allow","Action":["iam:DeleteRolePolicy","iam:ListRolePolicies","iam:PutRolePolicy"],
                          "Resource":{"Fn::GetAtt":["AccessRole","Arn"]}}]""");
    }

    @Test
    void protection_fitsIntoAServiceControlPolicy_andSparesTheRevocationAndTheRollout() throws IOException {
        JsonNode policy = file("protection.scp.json");

        // https://docs.aws.amazon.com/organizations/latest/userguide/orgs_reference_limits.html
        assertThat(policy.toString().length()).isLessThan(5_120);
        JsonNode statement = policy.at("/Statement/0");
        assertThat(statement.get("Effect").asText()).isEqualTo("Deny");
        assertThat(new TreeSet<>(texts(statement.get("Action"))))
                .contains("iam:DeleteRolePolicy", "iam:PutRolePolicy", "iam:UpdateAssumeRolePolicy", "iam:DeleteRole");
        assertThat(texts(statement.at("/Condition/ArnNotLike/aws:PrincipalArn")))
                .anyMatch(arn -> arn.endsWith(":role/backplane-revocation"))
                .anyMatch(arn -> arn.contains("stacksets-exec-"));
    }

    /** Otherwise a user could create a role with a name that is spared, and change the other roles with it. */
    @Test
    void protection_includesTheRolesThatItSpares_andTheCleaner() throws IOException {
        JsonNode statement = file("protection.scp.json").at("/Statement/0");

        assertThat(texts(statement.get("Action"))).contains("iam:CreateRole");
        assertThat(texts(statement.get("Resource")))
                .containsAll(texts(statement.at("/Condition/ArnNotLike/aws:PrincipalArn")))
                .anyMatch(arn -> arn.endsWith(":role/BackplaneCleaner"));
    }

    private static List<String> texts(JsonNode node) {
        return node.isTextual()
                ? List.of(node.asText())
                : node.valueStream().map(JsonNode::asText).toList();
    }

    private static JsonNode file(String name) throws IOException {
        return new JsonMapper()
                .readTree(TestApp.ROOT
                        .resolve("infra/pool-accounts")
                        .resolve(name)
                        .toFile());
    }
}
