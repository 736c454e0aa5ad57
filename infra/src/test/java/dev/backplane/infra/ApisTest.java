package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.activity.api.ListActivityHandler;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.layers.api.RegisterLayerHandler;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.tenants.api.GetQueueHandler;
import dev.backplane.userdata.api.PutJsonHandler;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ApisTest {

    private static final TestApp APP = TestApp.dev();

    static final List<DeclaredApi> APIS = List.of(
            DeclaredApi.of("Deployments", CreateDeploymentHandler.class),
            DeclaredApi.of("Layers", RegisterLayerHandler.class),
            DeclaredApi.of("Tenants", GetQueueHandler.class),
            DeclaredApi.of("Pool", CreateLeaseHandler.class),
            DeclaredApi.of("Userdata", PutJsonHandler.class),
            DeclaredApi.of("Activity", ListActivityHandler.class));

    @ParameterizedTest
    @FieldSource("APIS")
    void api_servesEveryDeclaredOperationAndNoOther(DeclaredApi api) {
        assertThat(api.operations()).isNotEmpty();
        assertThat(api.routeKeys())
                .as("The routes of the stack. Each operation needs an entry in the class *Endpoints of its service")
                .containsExactlyInAnyOrderElementsOf(api.eachRoute((_, route) -> route.key()));
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void route_asksForATokenWithOneOfItsOperationsScopes(DeclaredApi api) {
        api.operations()
                .values()
                .forEach(operation -> operation.routes().forEach(route -> {
                    JsonNode properties = api.route(route);
                    assertThat(properties.get("AuthorizationType").asText()).isEqualTo("JWT");
                    assertThat(properties.at("/AuthorizerId/Ref").asText()).isEqualTo(api.authorizerId());
                    assertThat(texts(properties.get("AuthorizationScopes")))
                            .containsExactlyElementsOf(operation.fullScopes());
                }));
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void route_leadsToTheLiveAliasOfItsOperationsHandler(DeclaredApi api) {
        api.operations()
                .forEach((handler, operation) -> operation.routes().forEach(route -> {
                    String integration =
                            api.route(route).at("/Target/Fn::Join/1/1/Ref").asText();
                    JsonNode function = api.functionBehind(
                            api.resource(integration).at("/IntegrationUri/Ref").asText());
                    assertThat(function.get("Handler").asText()).isEqualTo(handler.getName() + "::handleRequest");
                    assertThat(function.get("FunctionName").asText()).isEqualTo("backplane-dev-" + operation.name());
                }));
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void permission_letsOneRouteInvokeOneAlias(DeclaredApi api) {
        List<String> allowed = api.properties("AWS::Lambda::Permission")
                // Permissions of schedules do not belong to the API.
                .filter(permission -> !permission.get("Principal").asText().equals("events.amazonaws.com"))
                .map(permission -> {
                    assertThat(permission.get("Action").asText()).isEqualTo("lambda:InvokeFunction");
                    assertThat(permission.get("Principal").asText()).isEqualTo("apigateway.amazonaws.com");
                    JsonNode function = api.functionBehind(
                            permission.at("/FunctionName/Ref").asText());
                    return function.get("FunctionName").asText() + " by "
                            + permission.at("/SourceArn/Fn::Join/1/8").asText();
                })
                .toList();

        assertThat(allowed)
                .containsExactlyInAnyOrderElementsOf(api.eachRoute((operation, route) ->
                        "backplane-dev-" + operation.name() + " by /*/" + route.method() + route.path()));
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void stage_limitsRequestsAndWritesAnAccessLog(DeclaredApi api) {
        JsonNode stage = api.only("AWS::ApiGatewayV2::Stage");

        assertThat(stage.at("/DefaultRouteSettings/ThrottlingRateLimit").asInt())
                .isEqualTo(50);
        assertThat(stage.at("/DefaultRouteSettings/ThrottlingBurstLimit").asInt())
                .isEqualTo(100);
        String logGroup =
                stage.at("/AccessLogSettings/DestinationArn/Fn::GetAtt/0").asText();
        assertThat(api.resource(logGroup).get("RetentionInDays").asInt()).isEqualTo(14);
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void accessLog_isOneLineOfJsonWithoutHeadersAndBodies(DeclaredApi api) throws Exception {
        String format = api.only("AWS::ApiGatewayV2::Stage")
                .at("/AccessLogSettings/Format")
                .asText();

        assertThat(format).doesNotContain("\n", "header", "body", "querystring", "$context.path");
        assertThat(new JsonMapper().readTree(format).has("requestId")).isTrue();
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void accessLog_namesTheCaller(DeclaredApi api) throws Exception {
        JsonNode format = new JsonMapper()
                .readTree(api.only("AWS::ApiGatewayV2::Stage")
                        .at("/AccessLogSettings/Format")
                        .asText());

        assertThat(format.get("clientId").asText()).isEqualTo("$context.authorizer.claims.client_id");
        assertThat(format.get("actor").asText()).isEqualTo("$context.authorizer.claims.email");
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void authorizer_trustsTheIdentityStacksIssuerAndClient(DeclaredApi api) {
        JsonNode configuration = api.only("AWS::ApiGatewayV2::Authorizer").get("JwtConfiguration");

        assertThat(configuration.at("/Issuer/Fn::ImportValue").asText())
                .isEqualTo(exportOf("/Value/Fn::GetAtt/1", "ProviderURL"));
        assertThat(configuration.at("/Audience/0/Fn::ImportValue").asText())
                .isEqualTo(exportOf("/Value/Ref", clientId()));
    }

    @ParameterizedTest
    @FieldSource("APIS")
    void api_whenTheStageAllowsNoOrigins_hasNoCors(DeclaredApi api) {
        assertThat(api.only("AWS::ApiGatewayV2::Api").has("CorsConfiguration")).isFalse();
    }

    @Test
    void everyApi_whenTheStageAllowsOrigins_letsThemCall() {
        TestApp app = TestApp.configured();

        assertThat(TestApp.SERVICES)
                .allSatisfy(service -> assertThatJson(app.properties(service, "AWS::ApiGatewayV2::Api")
                                .getFirst()
                                .get("CorsConfiguration"))
                        .isEqualTo("""
                        {"AllowOrigins": ["https://app.example.com", "http://localhost:5173"],
                         "AllowMethods": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
                         "AllowHeaders": ["Authorization", "Content-Type", "Idempotency-Key", "If-Match",
                                          "If-None-Match", "Expires-At"],
                         "ExposeHeaders": ["ETag", "Location", "Retry-After", "Content-Disposition", "Expires-At"],
                         "MaxAge": 3600}"""));
    }

    private static String exportOf(String pointer, String value) {
        return APP.template("Identity")
                .get("Outputs")
                .valueStream()
                .filter(output ->
                        output.has("Export") && output.at(pointer).asText().equals(value))
                .map(output -> output.at("/Export/Name").asText())
                .findFirst()
                .orElseThrow();
    }

    private static String clientId() {
        return APP.resources("Identity", "AWS::Cognito::UserPoolClient")
                .keySet()
                .iterator()
                .next();
    }

    private static Stream<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText);
    }
}
