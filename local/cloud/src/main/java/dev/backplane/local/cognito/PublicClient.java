package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An app client of the templates that has no secret. People sign in through it with the authorization code flow.
 *
 * @param gracePeriod how long a refresh token stays valid after its use, if each use returns a new one
 */
public record PublicClient(
        String id,
        List<String> scopes,
        List<String> callbackUrls,
        List<String> logoutUrls,
        Lifetimes lifetimes,
        Optional<Duration> gracePeriod) {

    /** The lifetimes of tokens. */
    public record Lifetimes(Duration access, Duration id, Duration refresh) {}

    public PublicClient {
        scopes = List.copyOf(scopes);
        callbackUrls = List.copyOf(callbackUrls);
        logoutUrls = List.copyOf(logoutUrls);
    }

    /** Returns the client if it has no secret and uses the authorization code flow. */
    static Optional<PublicClient> of(TemplateResource client, Optional<ClientUpdate> update) {
        JsonNode properties = update.map(ClientUpdate::settings).orElse(client.properties());
        boolean isPublic = texts(properties.path("AllowedOAuthFlows")).contains("code")
                && !client.properties().path("GenerateSecret").asBoolean();
        return isPublic ? Optional.of(of(client.ref(), properties)) : Optional.empty();
    }

    private static PublicClient of(String id, JsonNode properties) {
        JsonNode rotation = properties.path("RefreshTokenRotation");
        return new PublicClient(
                id,
                texts(properties.path("AllowedOAuthScopes")),
                texts(properties.path("CallbackURLs")),
                texts(properties.path("LogoutURLs")),
                new Lifetimes(
                        validity(properties, "AccessToken", "hours", 1),
                        validity(properties, "IdToken", "hours", 1),
                        validity(properties, "RefreshToken", "days", 30)),
                rotation.path("Feature").asText().equals("ENABLED")
                        ? Optional.of(Duration.ofSeconds(
                                rotation.path("RetryGracePeriodSeconds").asInt()))
                        : Optional.empty());
    }

    private static Duration validity(JsonNode properties, String token, String defaultUnit, int defaultCount) {
        int count = properties.path(token + "Validity").asInt(defaultCount);
        String unit = properties.at("/TokenValidityUnits/" + token).asText(defaultUnit);
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "seconds" -> Duration.ofSeconds(count);
            case "minutes" -> Duration.ofMinutes(count);
            case "hours" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
