package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cognito.AuthFlow;
import software.amazon.awscdk.services.cognito.CfnManagedLoginBranding;
import software.amazon.awscdk.services.cognito.OAuthFlows;
import software.amazon.awscdk.services.cognito.OAuthScope;
import software.amazon.awscdk.services.cognito.OAuthSettings;
import software.amazon.awscdk.services.cognito.UserPool;
import software.amazon.awscdk.services.cognito.UserPoolClient;
import software.amazon.awscdk.services.cognito.UserPoolClientIdentityProvider;
import software.constructs.Construct;

/**
 * The public client of a user pool: the console and the command line sign people in with it, with an authorization code
 * and PKCE.
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
    private static final Duration ACCESS = Duration.minutes(15);
    private static final Duration SESSION = Duration.days(30);

    // A client that did not receive the response to a refresh can retry it.
    private static final Duration RETRY = Duration.seconds(30);

    private final UserPoolClient client;

    public PeopleClient(Construct scope, StageSettings stage, UserPool pool, List<String> returnUrls) {
        super(scope, "People");
        this.client = UserPoolClient.Builder.create(this, "Client")
                .userPool(pool)
                .userPoolClientName(stage.nameOf(NAME))
                .generateSecret(false)
                .accessTokenValidity(ACCESS)
                .idTokenValidity(ACCESS)
                .refreshTokenValidity(SESSION)
                .refreshTokenRotationGracePeriod(RETRY)
                .enableTokenRevocation(true)
                .preventUserExistenceErrors(true)
                // Without this setting, Cognito enables default flows, one of which does not allow token rotation.
                .authFlows(AuthFlow.builder().userSrp(true).build())
                .supportedIdentityProviders(List.of(UserPoolClientIdentityProvider.COGNITO))
                .oAuth(OAuthSettings.builder()
                        .flows(OAuthFlows.builder().authorizationCodeGrant(true).build())
                        .scopes(List.of(OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE))
                        .callbackUrls(urls(returnUrls))
                        .logoutUrls(urls(returnUrls))
                        .build())
                .build();
        // Managed login shows an error for a client without a style.
        CfnManagedLoginBranding.Builder.create(this, "Branding")
                .userPoolId(pool.getUserPoolId())
                .clientId(id())
                .useCognitoProvidedValues(true)
                .build();
    }

    private static List<String> urls(List<String> more) {
        return Stream.concat(COMMAND_LINE_URLS.stream(), more.stream())
                .distinct()
                .toList();
    }

    public String id() {
        return Objects.requireNonNull(client.getUserPoolClientId());
    }
}
