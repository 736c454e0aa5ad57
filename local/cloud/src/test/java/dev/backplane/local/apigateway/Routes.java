package dev.backplane.local.apigateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.apigateway.ApiRoute.HttpApi;
import dev.backplane.local.apigateway.ApiRoute.JwtRule;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.cognito.OAuthClient;
import dev.backplane.local.testing.FakeFunctions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes routes for tests. */
final class Routes {

    static final String FUNCTION = FakeFunctions.ARN;

    private Routes() {}

    static HttpApi api(String logicalId, Optional<Cors> cors) {
        TemplateResource resource = new TemplateResource(
                "Test",
                logicalId,
                ApiGatewayKinds.API,
                ResourceIdentity.of("api" + logicalId),
                JsonNodeFactory.instance.objectNode());
        return new HttpApi(resource, cors);
    }

    /** Open routes of one API. */
    static List<ApiRoute> of(String... keys) {
        return Arrays.stream(keys).map(Routes::open).toList();
    }

    static ApiRoute open(String key) {
        return route(key, Optional.empty());
    }

    static ApiRoute secured(String key, String... scopes) {
        return route(key, Optional.of(new JwtRule(Set.of(OAuthClient.ID), Set.of(scopes))));
    }

    private static ApiRoute route(String key, Optional<JwtRule> rule) {
        return new ApiRoute(api("Api", Optional.empty()), RouteKey.parse(key), FUNCTION, Duration.ofSeconds(30), rule);
    }
}
