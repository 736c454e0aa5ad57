package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Route;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeploymentsApiTest {

    private static final TestApp APP = TestApp.dev();

    /** Every operation that the service's code declares, found without a look at what infra lists. */
    private static final Map<Class<?>, Operation> DECLARED = declaredOperations();

    @Test
    void api_servesEveryDeclaredOperationAndNoOther() {
        assertThat(DECLARED).hasSizeGreaterThanOrEqualTo(10);
        assertThat(routes().keySet())
                .containsExactlyInAnyOrderElementsOf(DECLARED.values().stream()
                        .flatMap(operation -> operation.routes().stream().map(route -> route.key()))
                        .toList());
    }

    @Test
    void route_asksForATokenWithExactlyItsOperationsScope() {
        DECLARED.values()
                .forEach(operation -> operation.routes().forEach(route -> {
                    JsonNode properties = routeOf(route);
                    assertThat(properties.get("AuthorizationType").asText()).isEqualTo("JWT");
                    assertThat(properties.at("/AuthorizerId/Ref").asText()).isEqualTo(authorizerId());
                    assertThat(texts(properties.get("AuthorizationScopes")))
                            .containsExactly(operation.scope().full());
                }));
    }

    @Test
    void route_leadsToTheLiveAliasOfItsOperationsHandler() {
        DECLARED.forEach((handler, operation) -> operation.routes().forEach(route -> {
            String integration = routeOf(route).at("/Target/Fn::Join/1/1/Ref").asText();
            String alias = APP.resource("Deployments", integration)
                    .at("/Properties/IntegrationUri/Ref")
                    .asText();
            JsonNode function = functionBehind(alias);
            assertThat(function.get("Handler").asText()).isEqualTo(handler.getName() + "::handleRequest");
            assertThat(function.get("FunctionName").asText()).isEqualTo("backplane-dev-" + operation.name());
        }));
    }

    @Test
    void permission_letsOneRouteInvokeOneAlias() {
        List<JsonNode> permissions = APP.properties("Deployments", "AWS::Lambda::Permission");
        List<String> allowed = permissions.stream()
                .map(permission ->
                        functionBehind(permission.at("/FunctionName/Ref").asText())
                                        .get("FunctionName")
                                        .asText() + " by "
                                + permission.at("/SourceArn/Fn::Join/1/8").asText())
                .toList();

        assertThat(permissions).allSatisfy(permission -> {
            assertThat(permission.get("Action").asText()).isEqualTo("lambda:InvokeFunction");
            assertThat(permission.get("Principal").asText()).isEqualTo("apigateway.amazonaws.com");
        });
        assertThat(allowed)
                .containsExactlyInAnyOrderElementsOf(DECLARED.values().stream()
                        .flatMap(operation -> operation.routes().stream()
                                .map(route -> "backplane-dev-" + operation.name() + " by /$default/" + route.method()
                                        + route.path()))
                        .toList());
    }

    @Test
    void stage_limitsRequestsAndWritesAnAccessLog() {
        JsonNode stage =
                APP.properties("Deployments", "AWS::ApiGatewayV2::Stage").getFirst();

        assertThat(stage.at("/DefaultRouteSettings/ThrottlingRateLimit").asInt())
                .isEqualTo(50);
        assertThat(stage.at("/DefaultRouteSettings/ThrottlingBurstLimit").asInt())
                .isEqualTo(100);
        String logGroup =
                stage.at("/AccessLogSettings/DestinationArn/Fn::GetAtt/0").asText();
        assertThat(APP.resource("Deployments", logGroup)
                        .at("/Properties/RetentionInDays")
                        .asInt())
                .isEqualTo(14);
    }

    @Test
    void accessLog_isOneLineOfJsonWithoutHeadersAndBodies() throws Exception {
        String format = APP.properties("Deployments", "AWS::ApiGatewayV2::Stage")
                .getFirst()
                .at("/AccessLogSettings/Format")
                .asText();

        assertThat(format).doesNotContain("\n", "header", "body", "querystring", "$context.path");
        assertThat(new JsonMapper().readTree(format).has("requestId")).isTrue();
    }

    @Test
    void authorizer_trustsTheIdentityStacksIssuerAndClient() {
        JsonNode configuration = APP.properties("Deployments", "AWS::ApiGatewayV2::Authorizer")
                .getFirst()
                .get("JwtConfiguration");

        assertThat(configuration.at("/Issuer/Fn::ImportValue").asText())
                .isEqualTo(exportOf("/Value/Fn::GetAtt/1", "ProviderURL"));
        assertThat(configuration.at("/Audience/0/Fn::ImportValue").asText())
                .isEqualTo(exportOf("/Value/Ref", clientId()));
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

    private static Map<String, JsonNode> routes() {
        Map<String, JsonNode> routes = new HashMap<>();
        APP.properties("Deployments", "AWS::ApiGatewayV2::Route")
                .forEach(route -> routes.put(route.get("RouteKey").asText(), route));
        return routes;
    }

    private static JsonNode routeOf(Route route) {
        return Objects.requireNonNull(routes().get(route.key()), route.key());
    }

    private static String authorizerId() {
        return APP.resources("Deployments", "AWS::ApiGatewayV2::Authorizer")
                .keySet()
                .iterator()
                .next();
    }

    private static JsonNode functionBehind(String aliasId) {
        JsonNode alias = APP.resource("Deployments", aliasId).get("Properties");
        assertThat(alias.get("Name").asText()).isEqualTo("live");
        return APP.resource("Deployments", alias.at("/FunctionName/Ref").asText())
                .get("Properties");
    }

    private static Stream<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText);
    }

    private static Map<Class<?>, Operation> declaredOperations() {
        Map<Class<?>, Operation> operations = new HashMap<>();
        new ClassFileImporter()
                .importPackagesOf(CreateDeploymentHandler.class).stream()
                        .map(type -> type.reflect())
                        .filter(HttpHandler.class::isAssignableFrom)
                        .forEach(handler -> operations.put(handler, operationOf(handler)));
        return operations;
    }

    private static Operation operationOf(Class<?> handler) {
        try {
            return (Operation) handler.getField("OPERATION").get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(handler + " declares no operation", e);
        }
    }
}
