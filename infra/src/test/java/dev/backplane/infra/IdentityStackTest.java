package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.platform.http.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdentityStackTest {

    private static final TestApp APP = TestApp.dev();
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
        JsonNode client = only("AWS::Cognito::UserPoolClient");

        assertThat(client.get("GenerateSecret").asBoolean()).isTrue();
        assertThat(texts(client.get("AllowedOAuthFlows"))).containsExactly("client_credentials");
        assertThat(texts(client.get("ExplicitAuthFlows"))).containsExactly("ALLOW_REFRESH_TOKEN_AUTH");
        assertThat(client.get("AllowedOAuthScopes")
                        .valueStream()
                        .map(scope -> scope.at("/Fn::Join/1/1").asText()))
                .containsExactlyInAnyOrderElementsOf(
                        scopeNames().stream().map(name -> "/" + name).toList());
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
                .contains("TokenUrl", "ClientId", "UserPoolId");
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
                        "Backplane-dev-Userdata");
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

    private static JsonNode only(String type) {
        List<JsonNode> properties = APP.properties("Identity", type);
        assertThat(properties).hasSize(1);
        return properties.getFirst();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
