package dev.backplane.local.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.apigateway.ApiRoute.HttpApi;
import dev.backplane.local.apigateway.ApiRoute.JwtRule;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the routes of the HTTP APIs in the templates. */
final class HttpApiReader {

    /** The stage without a path prefix. */
    static final String STAGE = "$default";

    /** API Gateway's maximum and default. */
    private static final int MAX_TIMEOUT_MILLIS = 30_000;

    private final CloudTemplates templates;
    private final List<String> problems = new ArrayList<>();

    private HttpApiReader(CloudTemplates templates) {
        this.templates = templates;
    }

    /** @throws TemplateException with everything that cannot be served */
    static List<ApiRoute> routes(CloudTemplates templates) {
        HttpApiReader apis = new HttpApiReader(templates);
        templates.ofType(ApiGatewayKinds.API).forEach(apis::checkApi);
        templates.ofType(ApiGatewayKinds.STAGE).forEach(stage -> apis.expect(stage, "StageName", Set.of(STAGE)));
        List<ApiRoute> routes = templates.ofType(ApiGatewayKinds.ROUTE).stream()
                .flatMap(route -> apis.route(route).stream())
                .toList();
        if (!apis.problems.isEmpty()) {
            throw new TemplateException(apis.problems);
        }
        return routes;
    }

    private void checkApi(TemplateResource api) {
        expect(api, "ProtocolType", Set.of("HTTP"));
        boolean hasStage = templates.ofType(ApiGatewayKinds.STAGE).stream()
                .anyMatch(stage -> text(stage, "ApiId").equals(api.ref()));
        if (!hasStage) {
            problems.add(api + ": no stage deploys this API");
        }
    }

    private Optional<ApiRoute> route(TemplateResource route) {
        Optional<TemplateResource> api = find(route, ApiGatewayKinds.API, text(route, "ApiId"));
        String target = text(route, "Target").replaceFirst("^integrations/", "");
        Optional<TemplateResource> integration = find(route, ApiGatewayKinds.INTEGRATION, target);
        Optional<RouteKey> key = key(route);
        Optional<JwtRule> rule = rule(route);
        if (api.isEmpty() || integration.isEmpty() || key.isEmpty()) {
            return Optional.empty();
        }
        expect(integration.get(), "IntegrationType", Set.of("AWS_PROXY"));
        expect(integration.get(), "PayloadFormatVersion", Set.of("2.0"));
        int millis = integration.get().properties().path("TimeoutInMillis").asInt(MAX_TIMEOUT_MILLIS);
        return Optional.of(new ApiRoute(
                new HttpApi(api.get(), cors(api.get())),
                key.get(),
                function(integration.get()),
                Duration.ofMillis(Math.min(millis, MAX_TIMEOUT_MILLIS)),
                rule));
    }

    private Optional<RouteKey> key(TemplateResource route) {
        try {
            return Optional.of(RouteKey.parse(text(route, "RouteKey")));
        } catch (IllegalArgumentException e) {
            problems.add(route + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<JwtRule> rule(TemplateResource route) {
        String type = route.properties().path("AuthorizationType").asText("NONE");
        if (type.equals("NONE")) {
            return Optional.empty();
        }
        expect(route, "AuthorizationType", Set.of("JWT"));
        return find(route, ApiGatewayKinds.AUTHORIZER, text(route, "AuthorizerId"))
                .map(authorizer -> {
                    expect(authorizer, "AuthorizerType", Set.of("JWT"));
                    JsonNode source = authorizer.properties().path("IdentitySource");
                    if (source.size() != 1
                            || !source.path(0).asText().equalsIgnoreCase("$request.header.Authorization")) {
                        problems.add(
                                authorizer + ": IdentitySource must be $request.header.Authorization, not " + source);
                    }
                    JsonNode configuration = authorizer.properties().path("JwtConfiguration");
                    return new JwtRule(
                            texts(configuration.path("Audience")),
                            texts(route.properties().path("AuthorizationScopes")));
                });
    }

    private static Optional<Cors> cors(TemplateResource api) {
        return Optional.of(api.properties().path("CorsConfiguration"))
                .filter(JsonNode::isObject)
                .map(Cors::new);
    }

    /** Returns the function's ARN, which may be part of a Lambda API path. */
    private static String function(TemplateResource integration) {
        String uri = text(integration, "IntegrationUri");
        int wrapped = uri.indexOf("/functions/");
        return wrapped < 0
                ? uri
                : uri.substring(wrapped + "/functions/".length()).replaceFirst("/invocations$", "");
    }

    private Optional<TemplateResource> find(TemplateResource from, String type, String ref) {
        Optional<TemplateResource> found = templates.byRef(type, ref);
        if (found.isEmpty()) {
            problems.add(from + ": " + type + " " + ref + " does not exist");
        }
        return found;
    }

    private void expect(TemplateResource resource, String property, Set<String> served) {
        if (!served.contains(text(resource, property))) {
            problems.add(resource + ": " + property + " is '" + text(resource, property)
                    + "'; the local cloud only supports " + String.join(", ", served));
        }
    }

    private static String text(TemplateResource resource, String property) {
        return resource.properties().path(property).asText("");
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new LinkedHashSet<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }
}
