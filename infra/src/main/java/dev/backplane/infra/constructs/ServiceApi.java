package dev.backplane.infra.constructs;

import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Route;
import java.util.List;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.apigatewayv2.CfnApi;
import software.amazon.awscdk.services.apigatewayv2.CfnAuthorizer;
import software.amazon.awscdk.services.apigatewayv2.CfnIntegration;
import software.amazon.awscdk.services.apigatewayv2.CfnRoute;
import software.amazon.awscdk.services.apigatewayv2.CfnStage;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * An HTTP API on which every route asks for a token with a scope of its operation.
 *
 * <p>It is made of level 1 resources, as the level 2 integration lets every stage and method of a path invoke a function.
 */
public final class ServiceApi extends Construct {

    private static final String STAGE = "$default";

    // Who called what and how it went; never headers, bodies, query values or claims other than the client's id.
    private static final String ACCESS_LOG = """
            {"requestId":"$context.requestId","time":"$context.requestTime","routeKey":"$context.routeKey",\
            "status":"$context.status","responseLength":"$context.responseLength",\
            "responseLatency":"$context.responseLatency","integrationLatency":"$context.integrationLatency",\
            "integrationStatus":"$context.integration.status","integrationError":"$context.integrationErrorMessage",\
            "authorizerError":"$context.authorizer.error","clientId":"$context.authorizer.claims.client_id",\
            "sourceIp":"$context.identity.sourceIp"}""";

    private final CfnApi api;
    private final CfnAuthorizer authorizer;

    public ServiceApi(Construct scope, Service service, TokenIssuer issuer) {
        super(scope, "Api");
        String name = service.nameOf(service.name());
        this.api = CfnApi.Builder.create(this, "Resource")
                .name(name)
                .protocolType("HTTP")
                .build();
        this.authorizer = CfnAuthorizer.Builder.create(this, "Authorizer")
                .apiId(api.getRef())
                .name("tokens")
                .authorizerType("JWT")
                .identitySource(List.of("$request.header.Authorization"))
                .jwtConfiguration(CfnAuthorizer.JWTConfigurationProperty.builder()
                        .issuer(issuer.issuer())
                        .audience(issuer.audience())
                        .build())
                .build();
        stage(service);
    }

    private void stage(Service service) {
        // API Gateway needs no resource policy of ours to write to log groups with this prefix.
        String logs = "/aws/vendedlogs/" + service.nameOf(service.name() + "-api");
        LogGroup accessLogs = LogGroups.create(this, "AccessLogs", logs, service.stage());
        CfnStage.Builder.create(this, "Stage")
                .apiId(api.getRef())
                .stageName(STAGE)
                .autoDeploy(true)
                .accessLogSettings(CfnStage.AccessLogSettingsProperty.builder()
                        .destinationArn(accessLogs.getLogGroupArn())
                        .format(ACCESS_LOG)
                        .build())
                .defaultRouteSettings(CfnStage.RouteSettingsProperty.builder()
                        .detailedMetricsEnabled(true)
                        .throttlingRateLimit(service.stage().throttling().requestsPerSecond())
                        .throttlingBurstLimit(service.stage().throttling().burst())
                        .build())
                .build();
    }

    /** Routes an operation to its function and lets exactly these routes invoke it. */
    public void serve(Operation operation, ServiceFunction function) {
        CfnIntegration integration = CfnIntegration.Builder.create(this, operation.name())
                .apiId(api.getRef())
                .integrationType("AWS_PROXY")
                .integrationUri(function.live().getFunctionArn())
                .payloadFormatVersion("2.0")
                .build();
        for (Route route : operation.routes()) {
            CfnRoute.Builder.create(this, "Route " + route.key())
                    .apiId(api.getRef())
                    .routeKey(route.key())
                    .target("integrations/" + integration.getRef())
                    .authorizationType("JWT")
                    .authorizerId(authorizer.getRef())
                    .authorizationScopes(operation.fullScopes())
                    .build();
            CfnPermission.Builder.create(this, "Permission " + route.key())
                    .action("lambda:InvokeFunction")
                    .functionName(function.live().getFunctionArn())
                    .principal("apigateway.amazonaws.com")
                    .sourceArn(routeArn(route))
                    .build();
        }
    }

    private String routeArn(Route route) {
        return Stack.of(this)
                .formatArn(ArnComponents.builder()
                        .service("execute-api")
                        .resource(api.getRef())
                        .resourceName(STAGE + "/" + route.method() + route.path())
                        .build());
    }

    /** The address that callers use. */
    public String url() {
        return api.getAttrApiEndpoint();
    }

    String apiId() {
        return api.getRef();
    }
}
