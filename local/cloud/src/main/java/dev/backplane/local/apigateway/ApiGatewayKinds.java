package dev.backplane.local.apigateway;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;

/** The resource types of HTTP APIs. */
public final class ApiGatewayKinds {

    static final String API = "AWS::ApiGatewayV2::Api";
    static final String STAGE = "AWS::ApiGatewayV2::Stage";
    static final String ROUTE = "AWS::ApiGatewayV2::Route";
    static final String INTEGRATION = "AWS::ApiGatewayV2::Integration";
    static final String AUTHORIZER = "AWS::ApiGatewayV2::Authorizer";

    private static final int ID_LENGTH = 10;

    private ApiGatewayKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind(API, apiProperties(), ApiGatewayKinds::api),
                new ResourceKind(STAGE, stageProperties(), stage -> ResourceIdentity.of(stage.nameFrom("StageName"))),
                new ResourceKind(ROUTE, routeProperties(), ApiGatewayKinds::part),
                new ResourceKind(INTEGRATION, integrationProperties(), ApiGatewayKinds::part),
                new ResourceKind(AUTHORIZER, authorizerProperties(), ApiGatewayKinds::authorizer));
    }

    private static KnownProperties apiProperties() {
        return KnownProperties.used(
                        "ProtocolType",
                        "CorsConfiguration.AllowHeaders",
                        "CorsConfiguration.AllowMethods",
                        "CorsConfiguration.AllowOrigins",
                        "CorsConfiguration.ExposeHeaders",
                        "CorsConfiguration.MaxAge")
                .withoutEffect("descriptive only", "Name", "Description", "Tags");
    }

    private static KnownProperties stageProperties() {
        return KnownProperties.used("ApiId", "StageName")
                .withoutEffect("descriptive only", "Description", "Tags")
                .withoutEffect("everything is deployed at start", "AutoDeploy")
                .withoutEffect("--verbose prints requests instead", "AccessLogSettings")
                .withoutEffect("throttling and metrics do not exist locally", "DefaultRouteSettings");
    }

    private static KnownProperties routeProperties() {
        return KnownProperties.used(
                "ApiId", "RouteKey", "Target", "AuthorizationType", "AuthorizerId", "AuthorizationScopes");
    }

    private static KnownProperties integrationProperties() {
        return KnownProperties.used(
                        "ApiId", "IntegrationType", "IntegrationUri", "PayloadFormatVersion", "TimeoutInMillis")
                .withoutEffect("descriptive only", "Description");
    }

    private static KnownProperties authorizerProperties() {
        return KnownProperties.used("ApiId", "AuthorizerType", "IdentitySource", "JwtConfiguration.Audience")
                .withoutEffect("descriptive only", "Name")
                .withoutEffect("the local issuer replaces every issuer", "JwtConfiguration.Issuer");
    }

    private static ResourceIdentity api(ResourceDeclaration declaration) {
        String id = id(declaration);
        String endpoint = "https://" + id + ".execute-api." + Account.REGION + "." + Account.URL_SUFFIX;
        return new ResourceIdentity(id, Map.of("ApiId", id, "ApiEndpoint", endpoint));
    }

    private static ResourceIdentity authorizer(ResourceDeclaration declaration) {
        String id = id(declaration);
        return new ResourceIdentity(id, Map.of("AuthorizerId", id));
    }

    private static ResourceIdentity part(ResourceDeclaration declaration) {
        return ResourceIdentity.of(id(declaration));
    }

    /** Returns an id in API Gateway's format, stable across starts. */
    private static String id(ResourceDeclaration declaration) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((declaration.stack() + "/" + declaration.logicalId()).getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, hash).toString(Character.MAX_RADIX).substring(0, ID_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing", e);
        }
    }
}
