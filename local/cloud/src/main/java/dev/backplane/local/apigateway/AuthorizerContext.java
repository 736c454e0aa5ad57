package dev.backplane.local.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The authorizer part of a function's event.
 *
 * @param routeScopes the scopes of the route that the token has
 */
record AuthorizerContext(JsonNode claims, Set<String> routeScopes) {

    ObjectNode toJson() {
        ObjectNode authorizer = JsonNodeFactory.instance.objectNode();
        ObjectNode jwt = authorizer.putObject("jwt");
        ObjectNode texts = jwt.putObject("claims");
        claims.properties().forEach(claim -> texts.put(claim.getKey(), text(claim.getValue())));
        if (routeScopes.isEmpty()) {
            jwt.putNull("scopes");
        } else {
            routeScopes.forEach(jwt.putArray("scopes")::add);
        }
        return authorizer;
    }

    /** Converts a claim to text as API Gateway does; a list becomes {@code [a b]}. */
    private static String text(JsonNode claim) {
        if (claim.isArray()) {
            return claim.valueStream().map(AuthorizerContext::text).collect(Collectors.joining(" ", "[", "]"));
        }
        return claim.isValueNode() ? claim.asText() : claim.toString();
    }
}
