package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignInStackTest {

    private static final List<String> COMMAND_LINE = List.of(
            "http://localhost:18910/callback", "http://localhost:18911/callback", "http://localhost:18912/callback");
    private static final TestApp APP = TestApp.dev();
    private static final TestApp EDGE = TestApp.withEdge();

    /** One deployment is enough: the stack comes after the distribution, and sends its address to Cognito. */
    @Test
    void console_whoseAddressCloudFrontChooses_isWhereTheSignInPageReturnsTo() {
        JsonNode settings = call(EDGE, "Create").path("parameters");

        assertThat(EDGE.assembly().getStackByName("Backplane-dev-SignIn").getDependencies())
                .extracting(artifact -> artifact.getId())
                .contains("Backplane-dev-Edge", "Backplane-dev-Identity");
        for (String urls : List.of("CallbackURLs", "LogoutURLs")) {
            assertThat(texts(settings.path(urls)))
                    .containsAll(COMMAND_LINE)
                    .hasSize(4)
                    .last()
                    .asString()
                    .matches("https://\\$\\{Backplane-dev-Edge:ExportsOutputFnGetAttDistribution.*DomainName.*}/");
        }
        assertThat(settings.path("ClientId").asText())
                .startsWith("${Backplane-dev-Identity:ExportsOutputRefPeopleClient");
        assertThat(call(EDGE, "Update")).isEqualTo(call(EDGE, "Create"));
    }

    @Test
    void console_withItsOwnDomain_isWhereTheSignInPageReturnsTo() {
        assertThat(texts(call(TestApp.withDomain(), "Create").at("/parameters/CallbackURLs")))
                .contains("https://backplane.example.com/");
    }

    @Test
    void stageWithoutConsole_returnsToTheCommandLineAndTheAddressesOfTheStage() {
        TestApp more = TestApp.configured();

        assertThat(texts(call(APP, "Create").at("/parameters/CallbackURLs"))).isEqualTo(COMMAND_LINE);
        assertThat(texts(call(more, "Create").at("/parameters/CallbackURLs")))
                .containsAll(COMMAND_LINE)
                .contains("https://console.example.com/")
                .hasSize(4);
        assertThat(call(more, "Create").at("/parameters/LogoutURLs"))
                .isEqualTo(call(more, "Create").at("/parameters/CallbackURLs"));
    }

    @Test
    void client_signsPeopleInByCodeAndHasNoScopeOfTheSuite() {
        JsonNode settings = call(APP, "Create").path("parameters");

        assertThat(texts(settings.path("AllowedOAuthFlows"))).containsExactly("code");
        assertThat(settings.path("AllowedOAuthFlowsUserPoolClient").booleanValue())
                .isTrue();
        assertThat(texts(settings.path("AllowedOAuthScopes"))).containsExactly("openid", "email", "profile");
        assertThat(texts(settings.path("SupportedIdentityProviders"))).containsExactly("COGNITO");
        assertThat(settings.path("AccessTokenValidity").numberValue()).isEqualTo(15);
        assertThat(settings.at("/TokenValidityUnits/AccessToken").asText()).isEqualTo("minutes");
        assertThat(settings.path("PreventUserExistenceErrors").asText()).isEqualTo("ENABLED");
    }

    @Test
    void client_rotatesRefreshTokens() {
        JsonNode settings = call(APP, "Create").path("parameters");

        assertThat(settings.at("/RefreshTokenRotation/Feature").asText()).isEqualTo("ENABLED");
        assertThat(settings.at("/RefreshTokenRotation/RetryGracePeriodSeconds").numberValue())
                .isEqualTo(30);
        assertThat(texts(settings.path("ExplicitAuthFlows"))).containsExactly("ALLOW_USER_SRP_AUTH");
        assertThat(settings.path("EnableTokenRevocation").booleanValue()).isTrue();
    }

    @Test
    void deletion_takesTheSettingsBack_evenIfTheClientIsGone() {
        JsonNode call = call(EDGE, "Delete");

        assertThat(call.path("action").asText()).isEqualTo("UpdateUserPoolClient");
        assertThat(call.path("parameters").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("UserPoolId", "ClientId", "ClientName", "ExplicitAuthFlows");
        assertThat(call.path("ignoreErrorCodesMatching").asText()).isEqualTo("ResourceNotFoundException");
    }

    @Test
    void function_mayUpdateClientsOfThisPoolOnly() {
        assertThat(APP.properties("SignIn", "AWS::IAM::Policy"))
                .singleElement()
                .satisfies(policy -> assertThat(policy.at("/PolicyDocument/Statement"))
                        .singleElement()
                        .satisfies(statement -> {
                            assertThat(statement.path("Action").asText()).isEqualTo("cognito-idp:UpdateUserPoolClient");
                            assertThat(statement.at("/Resource/Fn::ImportValue").asText())
                                    .startsWith("Backplane-dev-Identity:ExportsOutputFnGetAttPool")
                                    .contains("Arn");
                        }));
    }

    @Test
    void managedLogin_hasAStyleForTheClient() {
        assertThat(APP.properties("SignIn", "AWS::Cognito::ManagedLoginBranding"))
                .singleElement()
                .satisfies(branding -> {
                    assertThat(branding.at("/ClientId/Fn::ImportValue").asText())
                            .startsWith("Backplane-dev-Identity:ExportsOutputRefPeopleClient");
                    assertThat(branding.path("UseCognitoProvidedValues").asBoolean())
                            .isTrue();
                });
    }

    /** Returns a call of the custom resource, with imported values as {@code ${export}}. */
    private static JsonNode call(TestApp app, String event) {
        JsonNode properties = app.properties("SignIn", "Custom::AWS").getFirst();
        StringBuilder text = new StringBuilder();
        properties
                .at("/" + event + "/Fn::Join/1")
                .forEach(part -> text.append(
                        part.isTextual()
                                ? part.asText()
                                : "${" + part.path("Fn::ImportValue").asText() + "}"));
        try {
            return new JsonMapper().readTree(text.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(text.toString(), e);
        }
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
