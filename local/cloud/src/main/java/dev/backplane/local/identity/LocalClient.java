package dev.backplane.local.identity;

import dev.backplane.local.template.CloudTemplates;
import dev.backplane.local.template.Resource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The one OAuth client of the local issuer; it stands for the machine client of the templates.
 *
 * @param scopes the scopes it may ask for, in the order of the templates
 * @param audiences what the {@code aud} claim names; Cognito's access tokens have none, and API Gateway then compares
 *     {@code client_id}
 */
public record LocalClient(List<String> scopes, List<String> audiences) {
    /** What {@code Ref} gives for a Cognito user pool client. */
    public static final String ID = "backplane-local";

    /** Not a secret: it opens nothing but a development server that listens on loopback only. */
    public static final String SECRET = "backplane-local-secret";

    public LocalClient {
        scopes = List.copyOf(scopes);
        audiences = List.copyOf(audiences);
    }

    /**
     * The client of these templates: it may ask for what their user pool client may, or, where they take an issuer from
     * context instead, for every scope that a route has.
     */
    public static LocalClient of(CloudTemplates templates) {
        List<Resource> clients = templates.ofType(IdentityKinds.CLIENT);
        Set<String> scopes = clients.isEmpty()
                ? texts(templates.ofType("AWS::ApiGatewayV2::Route"), "/AuthorizationScopes")
                : texts(clients, "/AllowedOAuthScopes");
        Set<String> audiences = texts(templates.ofType("AWS::ApiGatewayV2::Authorizer"), "/JwtConfiguration/Audience");
        boolean cognito = audiences.isEmpty() || audiences.equals(Set.of(ID));
        return new LocalClient(List.copyOf(scopes), cognito ? List.of() : List.copyOf(audiences));
    }

    private static Set<String> texts(List<Resource> resources, String pointer) {
        Set<String> texts = new LinkedHashSet<>();
        for (Resource resource : resources) {
            resource.properties().at(pointer).forEach(one -> texts.add(one.asText()));
        }
        return texts;
    }

    static boolean knows(String id, String secret) {
        return same(ID, id) && same(SECRET, secret);
    }

    boolean mayAskFor(Set<String> wanted) {
        return Set.copyOf(scopes).containsAll(wanted);
    }

    private static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
