package dev.backplane.infra.constructs;

import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Route;
import dev.backplane.platform.log.Metrics;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.apigatewayv2.CfnApi;
import software.amazon.awscdk.services.apigatewayv2.CfnAuthorizer;
import software.amazon.awscdk.services.apigatewayv2.CfnIntegration;
import software.amazon.awscdk.services.apigatewayv2.CfnRoute;
import software.amazon.awscdk.services.apigatewayv2.CfnStage;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.amazon.awscdk.services.logs.CfnMetricFilter;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * An HTTP API whose routes all require a token with a scope of the operation.
 *
 * <p>It uses level 1 constructs, because the level 2 integration allows every stage and method of a path to invoke a
 * function.
 */
public final class ServiceApi extends Construct {

    private static final String STAGE = "$default";

    // Caller, operation and result, but never headers, bodies, query values, or claims other than the caller's.
    private static final String ACCESS_LOG = """
            "requestId":"$context.requestId","time":"$context.requestTime","routeKey":"$context.routeKey",\
            "status":"$context.status","responseLength":"$context.responseLength",\
            "responseLatency":"$context.responseLatency","integrationLatency":"$context.integrationLatency",\
            "integrationStatus":"$context.integration.status","integrationError":"$context.integrationErrorMessage",\
            "authorizerError":"$context.authorizer.error","clientId":"$context.authorizer.claims.client_id",\
            "sourceIp":"$context.identity.sourceIp"}""";

    // API Gateway rejects too many concurrent changes of an API.
    private static final int CHANGES_AT_A_TIME = 10;

    // The time for which browsers cache the response to a preflight request; Chromium allows at most two hours.
    private static final int PREFLIGHT_SECONDS = 3600;

    private final CfnApi api;
    private final CfnAuthorizer authorizer;
    private final CfnStage stage;
    private final BoundedGroup changes = new BoundedGroup(CHANGES_AT_A_TIME);

    public ServiceApi(Construct scope, Service service, TokenIssuer issuer) {
        super(scope, "Api");
        String name = service.nameOf(service.name());
        this.api = CfnApi.Builder.create(this, "Resource")
                .name(name)
                .protocolType("HTTP")
                .corsConfiguration(cors(service.stage().allowedOrigins()))
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
        this.stage = stage(service, issuer.subjectClaim());
    }

    /** Returns the CORS configuration for these origins; null if there are none. */
    private static CfnApi.@Nullable CorsProperty cors(List<String> origins) {
        return origins.isEmpty()
                ? null
                : CfnApi.CorsProperty.builder()
                        .allowOrigins(origins)
                        .allowMethods(List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"))
                        .allowHeaders(List.of(
                                "Authorization",
                                "Content-Type",
                                "Idempotency-Key",
                                "If-Match",
                                "If-None-Match",
                                "Expires-At"))
                        .exposeHeaders(List.of("ETag", "Location", "Retry-After", "Content-Disposition", "Expires-At"))
                        .maxAge(PREFLIGHT_SECONDS)
                        .build();
    }

    private CfnStage stage(Service service, String subjectClaim) {
        // Log groups with this prefix need no resource policy for log delivery.
        String logs = "/aws/vendedlogs/" + service.nameOf(service.name() + "-api");
        LogGroup accessLogs = LogGroups.create(this, "AccessLogs", logs, service.stage());
        countUnanswered(accessLogs);
        return CfnStage.Builder.create(this, "Stage")
                .apiId(api.getRef())
                .stageName(STAGE)
                .autoDeploy(true)
                .accessLogSettings(CfnStage.AccessLogSettingsProperty.builder()
                        .destinationArn(accessLogs.getLogGroupArn())
                        .format(accessLog(service, subjectClaim))
                        .build())
                .defaultRouteSettings(CfnStage.RouteSettingsProperty.builder()
                        // Metrics per route are billed, and nothing reads them.
                        .detailedMetricsEnabled(false)
                        .throttlingRateLimit(service.stage().throttling().requestsPerSecond())
                        .throttlingBurstLimit(service.stage().throttling().burst())
                        .build())
                .build();
    }

    // Stage and service are the dimensions of the metric that a filter extracts from the line.
    private static String accessLog(Service service, String subjectClaim) {
        return "{\"" + Metrics.STAGE + "\":\"" + service.stage().stage() + "\",\"" + Metrics.SERVICE + "\":\""
                + service.name() + "\"," + "\"actor\":\"$context.authorizer.claims." + subjectClaim + "\","
                + ACCESS_LOG;
    }

    /**
     * Counts requests without a response from the function as faults: it could not start, timed out or was throttled.
     * In these cases the function writes no log line, which counts all other faults.
     */
    private void countUnanswered(LogGroup accessLogs) {
        CfnMetricFilter.Builder.create(this, "Unanswered")
                .logGroupName(accessLogs.getLogGroupName())
                .filterPattern("{ ($.status = \"5*\") && ($.integrationError != \"-\") }")
                .metricTransformations(List.of(CfnMetricFilter.MetricTransformationProperty.builder()
                        .metricNamespace(Metrics.NAMESPACE)
                        .metricName(Metrics.FAULTS)
                        .metricValue("1")
                        .unit("Count")
                        .dimensions(Stream.of(Metrics.STAGE, Metrics.SERVICE)
                                .map(name -> CfnMetricFilter.DimensionProperty.builder()
                                        .key(name)
                                        .value("$." + name)
                                        .build())
                                .toList())
                        .build()))
                .build();
    }

    /** Adds the routes of an operation and allows exactly them to invoke its function. */
    public void serve(Operation operation, ServiceFunction function) {
        CfnIntegration integration = CfnIntegration.Builder.create(this, operation.name())
                .apiId(api.getRef())
                .integrationType("AWS_PROXY")
                .integrationUri(function.live().getFunctionArn())
                .payloadFormatVersion("2.0")
                .build();
        changes.add(integration);
        for (Route route : operation.routes()) {
            CfnRoute resource = CfnRoute.Builder.create(this, "Route " + route.key())
                    .apiId(api.getRef())
                    .routeKey(route.key())
                    .target("integrations/" + integration.getRef())
                    .authorizationType("JWT")
                    .authorizerId(authorizer.getRef())
                    .authorizationScopes(operation.fullScopes())
                    .build();
            changes.add(resource);
            // An existing stage would deploy the API again for each route.
            stage.addResourceDependency(resource);
            CfnPermission.Builder.create(this, "Permission " + route.key())
                    .action("lambda:InvokeFunction")
                    .functionName(function.live().getFunctionArn())
                    .principal("apigateway.amazonaws.com")
                    .sourceArn(routeArn(route))
                    .build();
        }
    }

    /** Returns the ARN of a route in any stage: AWS documents no form with the name of the default stage. */
    private String routeArn(Route route) {
        return Stack.of(this)
                .formatArn(ArnComponents.builder()
                        .service("execute-api")
                        .resource(api.getRef())
                        .resourceName("*/" + route.method() + route.path())
                        .build());
    }

    /** Returns the address of the API. */
    public String url() {
        return api.getAttrApiEndpoint();
    }

    String apiId() {
        return api.getRef();
    }
}
