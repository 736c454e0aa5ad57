package dev.backplane.local.apigateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.apigateway.ApiRoute.JwtRule;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cognito.CognitoKinds;
import dev.backplane.local.cognito.OAuthClient;
import dev.backplane.local.cognito.OAuthClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpApiReaderTest {

    /** In the form in which the CDK writes an HTTP API with a JWT authorizer. */
    private static final String TEMPLATE = """
            {"Resources": {
              "Pool": {"Type": "AWS::Cognito::UserPool", "Properties": {}},
              "Client": {"Type": "AWS::Cognito::UserPoolClient", "Properties": {
                "UserPoolId": {"Ref": "Pool"}, "AllowedOAuthFlows": ["client_credentials"],
                "AllowedOAuthScopes": ["backplane/a.write"], "ClientName": "a-writer"}},
              "Api": {"Type": "AWS::ApiGatewayV2::Api", "Properties": {"ProtocolType": "HTTP", "Name": "a"}},
              "Stage": {"Type": "AWS::ApiGatewayV2::Stage", "Properties": {
                "ApiId": {"Ref": "Api"}, "StageName": "$default", "AutoDeploy": true}},
              "Authorizer": {"Type": "AWS::ApiGatewayV2::Authorizer", "Properties": {
                "ApiId": {"Ref": "Api"}, "AuthorizerType": "JWT", "Name": "jwt",
                "IdentitySource": ["$request.header.Authorization"],
                "JwtConfiguration": {"Audience": [{"Ref": "Client"}], "Issuer": {"Fn::GetAtt": ["Pool", "ProviderURL"]}}}},
              "Integration": {"Type": "AWS::ApiGatewayV2::Integration", "Properties": {
                "ApiId": {"Ref": "Api"}, "IntegrationType": "AWS_PROXY", "PayloadFormatVersion": "2.0",
                "IntegrationUri": "arn:aws:lambda:us-east-1:000000000000:function:a:live", "TimeoutInMillis": 5000}},
              "Route": {"Type": "AWS::ApiGatewayV2::Route", "Properties": {
                "ApiId": {"Ref": "Api"}, "RouteKey": "GET /a/{id}", "AuthorizationType": "JWT",
                "AuthorizerId": {"Ref": "Authorizer"}, "AuthorizationScopes": ["backplane/a.read"],
                "Target": {"Fn::Join": ["", ["integrations/", {"Ref": "Integration"}]]}}},
              "Open": {"Type": "AWS::ApiGatewayV2::Route", "Properties": {
                "ApiId": {"Ref": "Api"}, "RouteKey": "GET /open", "AuthorizationType": "NONE",
                "Target": {"Fn::Join": ["", ["integrations/", {"Ref": "Integration"}]]}}}
            }}""";

    @TempDir
    private Path folder;

    @Test
    void routes_areReadFromTheTemplate() throws IOException {
        List<ApiRoute> routes = HttpApiReader.routes(templates(TEMPLATE));
        assertThat(routes).extracting(route -> route.key().text()).containsExactly("GET /a/{id}", "GET /open");
        ApiRoute route = routes.getFirst();
        assertThat(route.function()).isEqualTo("arn:aws:lambda:us-east-1:000000000000:function:a:live");
        assertThat(route.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(route.rule()).contains(new JwtRule(Set.of("a-writer"), Set.of("backplane/a.read")));
        assertThat(route.api().id()).matches("[a-z0-9]{10}");
        assertThat(route.api().cors()).isEmpty();
        assertThat(routes.getLast().rule()).isEmpty();
    }

    @Test
    void routes_whenUriIsWrapped_findTheFunction() throws IOException {
        String wrapped = TEMPLATE.replace(
                "\"arn:aws:lambda:us-east-1:000000000000:function:a:live\"",
                "\"arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/"
                        + "arn:aws:lambda:us-east-1:000000000000:function:a:live/invocations\"");
        assertThat(HttpApiReader.routes(templates(wrapped)).getFirst().function())
                .isEqualTo("arn:aws:lambda:us-east-1:000000000000:function:a:live");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "$default", "AutoDeploy"         | "v1", "AutoDeploy"          | Test/Stage
            "ProtocolType": "HTTP"           | "ProtocolType": "WEBSOCKET" | Test/Api
            "PayloadFormatVersion": "2.0"    | "PayloadFormatVersion": "1.0" | Test/Integration
            "AWS_PROXY"                      | "HTTP_PROXY"                | Test/Integration
            "AuthorizerType": "JWT"          | "AuthorizerType": "REQUEST" | Test/Authorizer
            "$request.header.Authorization"  | "$request.querystring.t"    | Test/Authorizer
            "AuthorizationType": "JWT"       | "AuthorizationType": "AWS_IAM" | Test/Route
            "GET /a/{id}"                    | "GET a"                     | Test/Route
            {"Ref": "Authorizer"}            | "another"                   | Test/Route
            """)
    void routes_whenSomethingCannotBeServed_nameIt(String part, String instead, String resource) {
        assertThat(TEMPLATE).contains(part);
        assertThatThrownBy(() -> HttpApiReader.routes(templates(TEMPLATE.replace(part, instead))))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(resource);
    }

    @Test
    void clients_areThoseOfTheTemplateWithTheirScopesAndTheLocalOneWithAll() throws IOException {
        OAuthClients clients = OAuthClients.of(templates(TEMPLATE));
        assertThat(clients.declared())
                .containsExactly(new OAuthClient("a-writer", List.of("backplane/a.write"), List.of()));
        assertThat(clients.developer())
                .isEqualTo(new OAuthClient(OAuthClient.ID, List.of("backplane/a.read"), List.of()));
    }

    @Test
    void clients_withoutScopes_getNoTokens() throws IOException {
        String retired = TEMPLATE.replaceFirst("\"AllowedOAuthScopes\": \\[[^]]*],", "");
        assertThat(OAuthClients.of(templates(retired)).declared()).isEmpty();
    }

    @Test
    void client_whenTheIssuerIsFromContext_getsItsAudienceAndTheScopesOfTheRoutes() throws IOException {
        String external = TEMPLATE.replace("{\"Ref\": \"Client\"}", "\"my-audience\"")
                .replace("{\"Fn::GetAtt\": [\"Pool\", \"ProviderURL\"]}", "\"https://issuer.example\"")
                .replaceFirst("(?s)\"Pool\".*\"Api\": \\{", "\"Api\": {");
        OAuthClient client = OAuthClients.of(templates(external)).developer();
        assertThat(client.scopes()).containsExactly("backplane/a.read");
        assertThat(client.audiences()).containsExactly("my-audience");
    }

    private CloudTemplates templates(String template) throws IOException {
        Files.writeString(folder.resolve("Test.template.json"), template);
        ResourceKinds kinds =
                new ResourceKinds().register(ApiGatewayKinds.all()).register(CognitoKinds.all());
        return CloudTemplates.read(folder, kinds, TemplateEdit.NONE);
    }
}
