package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.platform.http.Scope;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IdentityStackTest {

    private static final String CLIENT = "AWS::Cognito::UserPoolClient";
    private static final TestApp APP = TestApp.dev();
    private static final TestApp CLIENTS = withClients(Map.of(
            "proxy",
            List.of("backplane/deployments.read"),
            "ci-pipeline",
            List.of("backplane/layers.write", "backplane/deployments.write")));
    private static final Map<String, Object> EXTERNAL =
            Map.of("issuer", "https://login.example.com", "audience", "backplane,ops");

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
    void client_getsTokensForItsSecretAndNothingElse() {
        for (JsonNode client : CLIENTS.properties("Identity", CLIENT)) {
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
        assertThat(clients(CLIENTS))
                .containsOnly(
                        entry("backplane-dev-ci-pipeline", List.of("deployments.write", "layers.write")),
                        entry("backplane-dev-proxy", List.of("deployments.read")));
    }

    @Test
    void authorizers_acceptEveryClient() {
        for (String service : TestApp.SERVICES) {
            List<JsonNode> authorizers = CLIENTS.properties(service, "AWS::ApiGatewayV2::Authorizer");
            assertThat(authorizers)
                    .singleElement()
                    .satisfies(authorizer -> assertThat(imports(authorizer))
                            .satisfiesExactly(
                                    name -> assertThat(name).contains("RefClientcipipeline"),
                                    name -> assertThat(name).contains("RefClientproxy")));
        }
    }

    @Test
    void outputs_nameEachClient() {
        assertThat(CLIENTS.template("Identity").get("Outputs").properties())
                .extracting(Map.Entry::getKey)
                .contains("TokenUrl", "UserPoolId", "CiPipelineClientId", "ProxyClientId");
    }

    @Test
    void clientWithoutScopes_getsNoTokensAndIsKeptForStacksThatStillImportIt() {
        TestApp app = withClients(Map.of("ci-pipeline", List.of(), "proxy", List.of("backplane/deployments.read")));

        JsonNode retired = app.properties("Identity", CLIENT).stream()
                .filter(client -> client.get("ClientName").asText().endsWith("ci-pipeline"))
                .findFirst()
                .orElseThrow();
        assertThat(retired.has("AllowedOAuthFlows")).isFalse();
        assertThat(imports(
                        app.properties("Pool", "AWS::ApiGatewayV2::Authorizer").getFirst()))
                .singleElement(STRING)
                .contains("RefClientproxy");
        assertThat(exports(app)).containsAll(exports(CLIENTS));
    }

    @Test
    void unknownScopes_areRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> withClients(Map.of("a", List.of("backplane/pool.all"), "b", List.of("pool.read"))))
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
    void domain_isDerivedFromStageAndAccount() {
        JsonNode domain = only("AWS::Cognito::UserPoolDomain").get("Domain");

        assertThat(domain.at("/Fn::Join/1/0").asText()).isEqualTo("backplane-dev-");
        assertThat(domain.at("/Fn::Join/1/1/Ref").asText()).isEqualTo("AWS::AccountId");
    }

    @Test
    void stack_tellsWhereToGetATokenAndAsWhom() {
        assertThat(APP.template("Identity").get("Outputs").properties())
                .extracting(Map.Entry::getKey)
                .contains("TokenUrl", "ReaderClientId", "UserPoolId");
    }

    @Test
    void app_whenAnIssuerIsGiven_trustsItAndMakesNoUserPool() {
        TestApp app = TestApp.with(EXTERNAL);

        assertThat(app.stackNames())
                .containsExactlyInAnyOrder(
                        "Backplane-dev-Events",
                        "Backplane-dev-Deployments",
                        "Backplane-dev-Layers",
                        "Backplane-dev-Tenants",
                        "Backplane-dev-Pool",
                        "Backplane-dev-Userdata",
                        "Backplane-dev-Dashboard");
        JsonNode authorizer = app.properties("Deployments", "AWS::ApiGatewayV2::Authorizer")
                .getFirst()
                .get("JwtConfiguration");
        assertThat(authorizer.get("Issuer").asText()).isEqualTo("https://login.example.com");
        assertThat(texts(authorizer.get("Audience"))).containsExactly("backplane", "ops");
    }

    private static List<String> scopeNames() {
        return BackplaneApp.OPERATIONS.stream()
                .flatMap(operation -> operation.scopes().stream())
                .map(Scope::name)
                .distinct()
                .toList();
    }

    private static TestApp withClients(Map<String, List<String>> clients) {
        return TestApp.with(Map.of("identity", Map.of("clients", clients)));
    }

    /** Returns the scopes of each client by name. */
    private static Map<String, List<String>> clients(TestApp app) {
        return app.properties("Identity", CLIENT).stream()
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
