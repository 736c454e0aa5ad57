package dev.backplane.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The content of {@code /config.json}: the settings of the stage that the site reads.
 *
 * @param issuer the issuer of the tokens that the APIs accept
 * @param signIn how people get a token; absent for an external issuer
 * @param links the URLs of further pages, by name
 */
public record SiteConfig(
        String stage, String region, String issuer, Optional<SignIn> signIn, Map<String, String> links) {

    /** The public client, and the address below which the issuer's OAuth endpoints are, as Cognito has them. */
    public record SignIn(String clientId, String baseUrl) {}

    /** Returns the members of the JSON object. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("stage", stage);
        members.put("region", region);
        members.put("issuer", issuer);
        signIn.ifPresent(people -> {
            members.put("clientId", people.clientId());
            members.put("authorizeUrl", people.baseUrl() + "/oauth2/authorize");
            members.put("tokenUrl", people.baseUrl() + "/oauth2/token");
            members.put("logoutUrl", people.baseUrl() + "/logout");
        });
        members.put("links", links);
        return members;
    }
}
