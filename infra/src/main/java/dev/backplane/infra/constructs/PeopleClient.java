package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cognito.AuthFlow;
import software.amazon.awscdk.services.cognito.UserPool;
import software.amazon.awscdk.services.cognito.UserPoolClient;
import software.constructs.Construct;

/**
 * The public client of a user pool: the console and the command line sign people in with it, with an authorization code
 * and PKCE.
 *
 * <p>The construct creates the client without any setting, so nobody can sign in with it yet. {@link PeopleClientStep}
 * sends the {@link #settings} when the address of the console is known. The template of the client must stay as it is:
 * CloudFormation resets all settings of a client that it updates, also during a rollback.
 *
 * <p>The client allows no scope of the suite, because Cognito would grant it to any user who requests it. Instead, the
 * pre token generation function adds the scopes of a person's groups.
 */
public final class PeopleClient extends Construct {

    /** The name of the client within its stage; machine clients cannot have it. */
    public static final String NAME = "people";

    /** The redirect URLs of the command line, which listens on the first free port of these. */
    public static final List<String> COMMAND_LINE_URLS = Stream.of(18910, 18911, 18912)
            .map(port -> "http://localhost:" + port + "/callback")
            .toList();

    // Authorizers verify tokens offline, so a revoked token is accepted until it expires.
    private static final int ACCESS_MINUTES = 15;
    private static final int SESSION_DAYS = 30;

    // A client that did not receive the response to a refresh can retry it.
    private static final int RETRY_SECONDS = 30;

    private final UserPool pool;
    private final String name;
    private final UserPoolClient client;

    public PeopleClient(Construct scope, StageSettings stage, UserPool pool) {
        super(scope, "People");
        this.pool = pool;
        this.name = stage.nameOf(NAME);
        this.client = UserPoolClient.Builder.create(this, "Client")
                .userPool(pool)
                .userPoolClientName(name)
                .generateSecret(false)
                .authFlows(AuthFlow.builder().userPassword(false).build())
                .disableOAuth(true)
                .build();
    }

    public String id() {
        return Objects.requireNonNull(client.getUserPoolClientId());
    }

    String poolId() {
        return pool.getUserPoolId();
    }

    String poolArn() {
        return pool.getUserPoolArn();
    }

    /**
     * Returns the request to Cognito's UpdateUserPoolClient that completes the client. Cognito resets every setting that
     * a request does not have.
     *
     * @param returnUrls where the sign-in page may return to, besides the command line
     */
    Map<String, Object> settings(List<String> returnUrls) {
        List<String> urls = Stream.concat(COMMAND_LINE_URLS.stream(), returnUrls.stream())
                .distinct()
                .toList();
        // Sorted, because a template with another order would be a change.
        SortedMap<String, Object> settings = identity();
        settings.put("AccessTokenValidity", ACCESS_MINUTES);
        settings.put("IdTokenValidity", ACCESS_MINUTES);
        settings.put("RefreshTokenValidity", SESSION_DAYS);
        settings.put(
                "TokenValidityUnits",
                new TreeMap<>(Map.of("AccessToken", "minutes", "IdToken", "minutes", "RefreshToken", "days")));
        settings.put(
                "RefreshTokenRotation",
                new TreeMap<>(Map.of("Feature", "ENABLED", "RetryGracePeriodSeconds", RETRY_SECONDS)));
        settings.put("EnableTokenRevocation", true);
        settings.put("PreventUserExistenceErrors", "ENABLED");
        // Token rotation excludes ALLOW_REFRESH_TOKEN_AUTH, one of the flows that Cognito enables by default.
        settings.put("ExplicitAuthFlows", List.of("ALLOW_USER_SRP_AUTH"));
        settings.put("SupportedIdentityProviders", List.of("COGNITO"));
        settings.put("AllowedOAuthFlowsUserPoolClient", true);
        settings.put("AllowedOAuthFlows", List.of("code"));
        settings.put("AllowedOAuthScopes", List.of("openid", "email", "profile"));
        settings.put("CallbackURLs", urls);
        settings.put("LogoutURLs", urls);
        return settings;
    }

    /** Returns the request that takes all settings back. */
    Map<String, Object> noSettings() {
        SortedMap<String, Object> settings = identity();
        settings.put("ExplicitAuthFlows", List.of("ALLOW_REFRESH_TOKEN_AUTH"));
        return settings;
    }

    private SortedMap<String, Object> identity() {
        return new TreeMap<>(Map.of("UserPoolId", poolId(), "ClientId", id(), "ClientName", name));
    }
}
