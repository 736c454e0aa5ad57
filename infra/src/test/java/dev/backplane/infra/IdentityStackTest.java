package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.platform.http.Scope;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IdentityStackTest {

    private static final String CLIENT = "AWS::Cognito::UserPoolClient";
    private static final String POOL = "AWS::Cognito::UserPool";
    private static final TestApp APP = TestApp.dev();
    private static final TestApp CONFIGURED = TestApp.configured();

    @Test
    void resourceServer_offersTheScopesOfAllOperations() {
        JsonNode server = only("AWS::Cognito::UserPoolResourceServer");

        assertThat(server.get("Identifier").asText()).isEqualTo("backplane");
        assertThat(server.get("Scopes")
                        .valueStream()
                        .map(scope -> scope.get("ScopeName").asText()))
                .containsExactlyInAnyOrderElementsOf(scopeNames());
    }

    @Test
    void machineClient_getsTokensForItsSecretAndNothingElse() {
        for (JsonNode client : machines(CONFIGURED)) {
            assertThat(client.get("GenerateSecret").asBoolean()).isTrue();
            assertThat(texts(client.get("AllowedOAuthFlows"))).containsExactly("client_credentials");
            assertThat(texts(client.get("ExplicitAuthFlows"))).containsExactly("ALLOW_REFRESH_TOKEN_AUTH");
        }
    }

    @Test
    void stageThatNamesNoClients_hasOneThatReads() {
        assertThat(clients(APP))
                .containsOnly(entry(
                        "backplane-dev-reader",
                        scopeNames().stream()
                                .filter(name -> name.endsWith(".read"))
                                .sorted()
                                .toList()));
    }

    @Test
    void stageThatNamesClients_hasTheseWithTheirScopes() {
        assertThat(clients(CONFIGURED))
                .containsOnly(
                        entry("backplane-dev-ci-pipeline", List.of("deployments.write", "layers.write")),
                        entry("backplane-dev-proxy", List.of("deployments.read")));
    }

    @Test
    void authorizers_acceptEveryClient() {
        for (String service : TestApp.SERVICES) {
            List<JsonNode> authorizers = CONFIGURED.properties(service, "AWS::ApiGatewayV2::Authorizer");
            assertThat(authorizers)
                    .singleElement()
                    .satisfies(authorizer -> assertThat(imports(authorizer))
                            .satisfiesExactly(
                                    name -> assertThat(name).contains("RefClientcipipeline"),
                                    name -> assertThat(name).contains("RefClientproxy"),
                                    name -> assertThat(name).contains("RefPeopleClient")));
        }
    }

    @Test
    void outputs_nameEachClient() {
        assertThat(CONFIGURED.template("Identity").get("Outputs").properties())
                .extracting(Map.Entry::getKey)
                .contains("TokenUrl", "UserPoolId", "CiPipelineClientId", "ProxyClientId");
    }

    @Test
    void clientWithoutScopes_getsNoTokensAndIsKeptForStacksThatStillImportIt() {
        TestApp app = TestApp.withFewerParts();

        JsonNode retired = app.properties("Identity", CLIENT).stream()
                .filter(client -> client.get("ClientName").asText().endsWith("ci-pipeline"))
                .findFirst()
                .orElseThrow();
        assertThat(retired.has("AllowedOAuthFlows")).isFalse();
        assertThat(imports(
                        app.properties("Pool", "AWS::ApiGatewayV2::Authorizer").getFirst()))
                .satisfiesExactly(
                        name -> assertThat(name).contains("RefClientproxy"),
                        name -> assertThat(name).contains("RefPeopleClient"));
        assertThat(exports(app)).containsAll(exports(CONFIGURED));
    }

    @Test
    void unknownScopes_areRefusedWithTheKnownOnes() {
        Map<String, Object> clients = Map.of("a", List.of("backplane/pool.all"), "b", List.of("pool.read"));

        assertThatThrownBy(() -> TestApp.with(Map.of("identity", Map.of("clients", clients))))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll(
                        "identity.clients", "[backplane/pool.all, pool.read]", "backplane/pool.read, backplane/pool.");
    }

    @Test
    void pool_letsNobodySignUpAndIsKept() {
        JsonNode pool = APP.resources("Identity", "AWS::Cognito::UserPool")
                .values()
                .iterator()
                .next();

        assertThat(pool.at("/Properties/AdminCreateUserConfig/AllowAdminCreateUserOnly")
                        .asBoolean())
                .isTrue();
        assertThat(pool.at("/Properties/DeletionProtection").asText()).isEqualTo("ACTIVE");
        assertThat(pool.get("DeletionPolicy").asText()).isEqualTo("Retain");
    }

    @Test
    void people_signInByTheirAddressWhateverItsCase() {
        JsonNode pool = only(POOL);

        assertThat(texts(pool.get("UsernameAttributes"))).containsExactly("email");
        assertThat(pool.at("/UsernameConfiguration/CaseSensitive").asBoolean(true))
                .isFalse();
        assertThat(texts(pool.get("AutoVerifiedAttributes"))).containsExactly("email");
        assertThat(texts(pool.at("/UserAttributeUpdateSettings/AttributesRequireVerificationBeforeUpdate")))
                .containsExactly("email");
        assertThat(pool.at("/AccountRecoverySetting/RecoveryMechanisms/0/Name").asText())
                .isEqualTo("verified_email");
        assertThat(pool.get("UserPoolTier").asText()).isEqualTo("ESSENTIALS");
    }

    @Test
    void people_canHaveASecondFactorUnlessTheStageSaysOtherwise() {
        assertThat(only(POOL).get("MfaConfiguration").asText()).isEqualTo("OPTIONAL");
        assertThat(texts(only(POOL).get("EnabledMfas"))).containsExactly("SOFTWARE_TOKEN_MFA");
        assertThat(CONFIGURED
                        .properties("Identity", POOL)
                        .getFirst()
                        .get("MfaConfiguration")
                        .asText())
                .isEqualTo("ON");
        assertThat(TestApp.withFewerParts()
                        .properties("Identity", POOL)
                        .getFirst()
                        .get("MfaConfiguration")
                        .asText())
                .isEqualTo("OFF");
    }

    @Test
    void people_canSignUpIfTheStageSaysSo() {
        assertThat(CONFIGURED
                        .properties("Identity", POOL)
                        .getFirst()
                        .at("/AdminCreateUserConfig/AllowAdminCreateUserOnly")
                        .asBoolean(true))
                .isFalse();
    }

    /**
     * CloudFormation resets all settings of a client that it updates. A release that changed this template would remove
     * the console's address, for good if the deployment is rolled back. Settings belong into PeopleClient.settings.
     */
    @Test
    void publicClient_isNeverUpdatedByCloudFormation() {
        for (TestApp app : List.of(APP, CONFIGURED)) {
            assertThatJson(people(app)).isEqualTo("""
                    {"ClientName": "backplane-dev-people", "GenerateSecret": false, "AllowedOAuthFlowsUserPoolClient": false,
                     "ExplicitAuthFlows": ["ALLOW_REFRESH_TOKEN_AUTH"], "SupportedIdentityProviders": ["COGNITO"],
                     "UserPoolId": {"Ref": "PoolD3F588B8"}}""");
        }
    }

    @Test
    void managedLogin_isTheNewVersion() {
        assertThat(only("AWS::Cognito::UserPoolDomain")
                        .get("ManagedLoginVersion")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void groups_areThoseThatHaveScopes() {
        assertThat(APP.properties("Identity", "AWS::Cognito::UserPoolGroup"))
                .extracting(group -> group.get("GroupName").asText())
                .containsExactlyInAnyOrder("viewer", "operator", "admin");
    }

    @Test
    void pool_callsTheFunctionBeforeItIssuesATokenAndNothingElseMay() {
        JsonNode trigger = only(POOL).at("/LambdaConfig/PreTokenGenerationConfig");
        String alias = trigger.at("/LambdaArn/Ref").asText();

        assertThat(trigger.get("LambdaVersion").asText()).isEqualTo("V2_0");
        assertThat(APP.resource("Identity", alias).get("Type").asText()).isEqualTo("AWS::Lambda::Alias");
        JsonNode permission = only("AWS::Lambda::Permission");
        assertThat(permission.at("/FunctionName/Ref").asText()).isEqualTo(alias);
        assertThat(permission.get("Action").asText()).isEqualTo("lambda:InvokeFunction");
        assertThat(permission.get("Principal").asText()).isEqualTo("cognito-idp.amazonaws.com");
        assertThat(permission.at("/SourceArn/Fn::GetAtt/1").asText()).isEqualTo("Arn");
    }

    @Test
    void function_knowsEveryScopeAndStartsWithoutASnapshot() {
        JsonNode function = only("AWS::Lambda::Function");

        assertThat(function.at("/Environment/Variables/SCOPES").asText().split(" ", -1))
                .containsExactlyInAnyOrderElementsOf(
                        scopeNames().stream().map(name -> "backplane/" + name).toList());
        assertThat(function.has("SnapStart")).isFalse();
        assertThat(function.get("Timeout").asInt()).isEqualTo(5);
    }

    @Test
    void stack_refersToNoOtherStack() {
        assertThat(APP.template("Identity").toString()).doesNotContain("Fn::ImportValue");
    }

    @Test
    void domain_isDerivedFromStageAndAccount() {
        JsonNode domain = only("AWS::Cognito::UserPoolDomain").get("Domain");

        assertThat(domain.at("/Fn::Join/1/0").asText()).isEqualTo("backplane-dev-");
        assertThat(domain.at("/Fn::Join/1/1/Ref").asText()).isEqualTo("AWS::AccountId");
    }

    @Test
    void stack_tellsWhereToGetATokenAndAsWhom() {
        assertThat(APP.template("Identity").get("Outputs").properties())
                .extracting(Map.Entry::getKey)
                .contains("TokenUrl", "ReaderClientId", "UserPoolId", "PeopleClientId", "LoginUrl", "Issuer");
    }

    @Test
    void app_whenAnIssuerIsGiven_trustsItAndMakesNoUserPool() {
        TestApp app = TestApp.withExternalIssuer();

        assertThat(app.stackNames())
                .containsExactlyInAnyOrder(
                        "Backplane-dev-Events",
                        "Backplane-dev-Deployments",
                        "Backplane-dev-Layers",
                        "Backplane-dev-Tenants",
                        "Backplane-dev-Pool",
                        "Backplane-dev-Userdata",
                        "Backplane-dev-Activity",
                        "Backplane-dev-Edge",
                        "Backplane-dev-Dashboard");
        JsonNode authorizer = app.properties("Deployments", "AWS::ApiGatewayV2::Authorizer")
                .getFirst()
                .get("JwtConfiguration");
        assertThat(authorizer.get("Issuer").asText()).isEqualTo("https://login.example.com/realm");
        assertThat(texts(authorizer.get("Audience"))).containsExactly("backplane", "ops");
    }

    private static List<String> scopeNames() {
        return BackplaneApp.OPERATIONS.stream()
                .flatMap(operation -> operation.scopes().stream())
                .map(Scope::name)
                .distinct()
                .toList();
    }

    private static List<JsonNode> machines(TestApp app) {
        return app.properties("Identity", CLIENT).stream()
                .filter(client -> client.get("GenerateSecret").asBoolean())
                .toList();
    }

    private static JsonNode people(TestApp app) {
        return app.properties("Identity", CLIENT).stream()
                .filter(client -> client.get("ClientName").asText().equals("backplane-dev-people"))
                .findFirst()
                .orElseThrow();
    }

    /** The scopes of each machine client, by the client's name. */
    private static Map<String, List<String>> clients(TestApp app) {
        return machines(app).stream()
                .collect(Collectors.toMap(
                        client -> client.get("ClientName").asText(),
                        client -> client.get("AllowedOAuthScopes")
                                .valueStream()
                                .map(scope -> scope.at("/Fn::Join/1/1").asText().substring(1))
                                .toList()));
    }

    private static List<String> imports(JsonNode authorizer) {
        return authorizer
                .at("/JwtConfiguration/Audience")
                .valueStream()
                .map(id -> id.get("Fn::ImportValue").asText())
                .toList();
    }

    private static List<String> exports(TestApp app) {
        return app.template("Identity")
                .get("Outputs")
                .valueStream()
                .filter(output -> output.has("Export"))
                .map(output -> output.at("/Export/Name").asText())
                .toList();
    }

    private static JsonNode only(String type) {
        List<JsonNode> properties = APP.properties("Identity", type);
        assertThat(properties).hasSize(1);
        return properties.getFirst();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
