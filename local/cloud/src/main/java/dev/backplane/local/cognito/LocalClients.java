package dev.backplane.local.cognito;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.Resource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The OAuth clients of the local issuer: those of the templates, each with its own scopes, and one for developers.
 *
 * @param developer the client with every scope, which no template has
 */
public record LocalClients(LocalClient developer, List<LocalClient> declared) {

    public LocalClients {
        declared = List.copyOf(declared);
    }

    /** The clients of these templates. The id of each is its name; one without scopes can get no token. */
    public static LocalClients of(CloudTemplates templates) {
        List<LocalClient> declared = templates.ofType(IdentityKinds.CLIENT).stream()
                .map(client -> new LocalClient(client.ref(), texts(List.of(client), "/AllowedOAuthScopes"), List.of()))
                .filter(client -> !client.scopes().isEmpty())
                .toList();
        // Tokens of an issuer from context name an audience.
        List<String> audiences = declared.isEmpty()
                ? texts(templates.ofType("AWS::ApiGatewayV2::Authorizer"), "/JwtConfiguration/Audience")
                : List.of();
        List<String> scopes = texts(templates.ofType("AWS::ApiGatewayV2::Route"), "/AuthorizationScopes");
        return new LocalClients(new LocalClient(LocalClient.ID, scopes, audiences), declared);
    }

    private static List<String> texts(List<Resource> resources, String pointer) {
        Set<String> texts = new LinkedHashSet<>();
        for (Resource resource : resources) {
            resource.properties().at(pointer).forEach(one -> texts.add(one.asText()));
        }
        return List.copyOf(texts);
    }

    Optional<LocalClient> find(String id, String secret) {
        return Stream.concat(Stream.of(developer), declared.stream())
                .filter(client -> same(client.id(), id) && same(LocalClient.SECRET, secret))
                .findFirst();
    }

    private static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
