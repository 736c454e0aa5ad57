package dev.backplane.local.cognito;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.platform.http.HttpHandler;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The OAuth clients of the local issuer: those of the templates and the developer client.
 *
 * @param developer the client with every scope
 * @param people the clients with which people sign in
 * @param subjectClaim the claim that functions read a person's id from
 */
public record OAuthClients(
        OAuthClient developer, List<OAuthClient> declared, List<PublicClient> people, String subjectClaim) {

    public OAuthClients {
        declared = List.copyOf(declared);
        people = List.copyOf(people);
    }

    /** Returns the clients of the templates. A client's id is its name; clients without scopes are omitted. */
    public static OAuthClients of(CloudTemplates templates) {
        List<TemplateResource> clients = templates.ofType(CognitoKinds.CLIENT);
        Map<String, ClientUpdate> updates = ClientUpdate.all(templates);
        List<PublicClient> people = clients.stream()
                .flatMap(client -> PublicClient.of(client, Optional.ofNullable(updates.get(client.ref()))).stream())
                .toList();
        List<OAuthClient> declared = clients.stream()
                .filter(client -> people.stream().noneMatch(one -> one.id().equals(client.ref())))
                .map(client -> new OAuthClient(client.ref(), texts(List.of(client), "/AllowedOAuthScopes"), List.of()))
                .filter(client -> !client.scopes().isEmpty())
                .toList();
        // Tokens of an issuer from context have an audience.
        List<String> audiences = clients.isEmpty()
                ? texts(templates.ofType("AWS::ApiGatewayV2::Authorizer"), "/JwtConfiguration/Audience")
                : List.of();
        List<String> scopes = texts(templates.ofType("AWS::ApiGatewayV2::Route"), "/AuthorizationScopes");
        return new OAuthClients(
                new OAuthClient(OAuthClient.ID, scopes, audiences), declared, people, subjectClaim(templates));
    }

    private static String subjectClaim(CloudTemplates templates) {
        return templates.ofType("AWS::Lambda::Function").stream()
                .map(function -> function.properties()
                        .at("/Environment/Variables/" + HttpHandler.SUBJECT_CLAIM)
                        .asText())
                .filter(claim -> !claim.isEmpty())
                .findFirst()
                .orElse("sub");
    }

    private static List<String> texts(List<TemplateResource> resources, String pointer) {
        Set<String> texts = new LinkedHashSet<>();
        for (TemplateResource resource : resources) {
            resource.properties().at(pointer).forEach(one -> texts.add(one.asText()));
        }
        return List.copyOf(texts);
    }

    Optional<OAuthClient> find(String id, String secret) {
        return Stream.concat(Stream.of(developer), declared.stream())
                .filter(client -> same(client.id(), id) && same(OAuthClient.SECRET, secret))
                .findFirst();
    }

    Optional<PublicClient> people(String id) {
        return people.stream().filter(client -> client.id().equals(id)).findFirst();
    }

    private static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
