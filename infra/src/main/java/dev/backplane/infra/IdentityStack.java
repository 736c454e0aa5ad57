package dev.backplane.infra;

import dev.backplane.infra.constructs.Suppressions;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.infra.settings.IdentitySettings;
import dev.backplane.infra.settings.StageSettings;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Scope;
import java.util.Comparator;
import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.cognito.AccountRecovery;
import software.amazon.awscdk.services.cognito.AuthFlow;
import software.amazon.awscdk.services.cognito.CognitoDomainOptions;
import software.amazon.awscdk.services.cognito.OAuthFlows;
import software.amazon.awscdk.services.cognito.OAuthScope;
import software.amazon.awscdk.services.cognito.OAuthSettings;
import software.amazon.awscdk.services.cognito.PasswordPolicy;
import software.amazon.awscdk.services.cognito.ResourceServerScope;
import software.amazon.awscdk.services.cognito.UserPool;
import software.amazon.awscdk.services.cognito.UserPoolClient;
import software.amazon.awscdk.services.cognito.UserPoolDomain;
import software.amazon.awscdk.services.cognito.UserPoolDomainOptions;
import software.amazon.awscdk.services.cognito.UserPoolResourceServer;
import software.constructs.Construct;

/** The token issuer of a stage that has none of its own: a user pool for machines, which get tokens for a secret. */
final class IdentityStack extends BackplaneStack {

    private final UserPool pool;
    private final UserPoolClient client;

    IdentityStack(Construct scope, StageSettings stage, IdentitySettings.Cognito settings, List<Operation> operations) {
        super(scope, stage, "Identity", "Backplane: token issuer and scopes");
        this.pool = pool(stage);
        this.client = client(stage, scopes(operations));
        UserPoolDomain domain = pool.addDomain(
                "Domain",
                UserPoolDomainOptions.builder()
                        .cognitoDomain(CognitoDomainOptions.builder()
                                .domainPrefix(settings.domainPrefix().orElseGet(() -> stage.nameOf(getAccount())))
                                .build())
                        .build());
        output("TokenUrl", domain.baseUrl() + "/oauth2/token", "Where clients get their tokens");
        output("ClientId", client.getUserPoolClientId(), "The machine client; its secret is in the user pool");
        output("UserPoolId", pool.getUserPoolId(), "The user pool that issues the tokens");
    }

    private UserPool pool(StageSettings stage) {
        UserPool made = UserPool.Builder.create(this, "Pool")
                .userPoolName(stage.nameOf("machines"))
                .selfSignUpEnabled(false)
                .accountRecovery(AccountRecovery.NONE)
                .passwordPolicy(PasswordPolicy.builder()
                        .minLength(16)
                        .requireLowercase(true)
                        .requireUppercase(true)
                        .requireDigits(true)
                        .requireSymbols(true)
                        .build())
                .deletionProtection(true)
                .removalPolicy(RemovalPolicy.RETAIN)
                .build();
        Suppressions.accept(made, "AwsSolutions-COG2", "Only machines get tokens here; no person signs in.");
        Suppressions.accept(
                made, "AwsSolutions-COG3", "Threat protection guards sign-ins of people, of which there are none.");
        return made;
    }

    private static List<ResourceServerScope> scopes(List<Operation> operations) {
        return operations.stream()
                .flatMap(operation -> operation.scopes().stream())
                .distinct()
                .sorted(Comparator.comparing(Scope::name))
                .map(scope -> ResourceServerScope.Builder.create()
                        .scopeName(scope.name())
                        .scopeDescription(scope.access() + " access to " + scope.service())
                        .build())
                .toList();
    }

    private UserPoolClient client(StageSettings stage, List<ResourceServerScope> scopes) {
        UserPoolResourceServer server = UserPoolResourceServer.Builder.create(this, "ResourceServer")
                .userPool(pool)
                .identifier(Scope.RESOURCE_SERVER)
                .userPoolResourceServerName(Scope.RESOURCE_SERVER)
                .scopes(scopes)
                .build();
        return UserPoolClient.Builder.create(this, "Client")
                .userPool(pool)
                .userPoolClientName(stage.nameOf("machine"))
                .generateSecret(true)
                .accessTokenValidity(Duration.hours(1))
                .enableTokenRevocation(true)
                .preventUserExistenceErrors(true)
                // Without a word about it, Cognito would let this client sign in users by password as well.
                .authFlows(AuthFlow.builder().userPassword(false).build())
                .oAuth(OAuthSettings.builder()
                        .flows(OAuthFlows.builder().clientCredentials(true).build())
                        .scopes(scopes.stream()
                                .map(scope -> OAuthScope.resourceServer(server, scope))
                                .toList())
                        .build())
                .build();
    }

    /** Cognito's machine tokens carry no audience; API Gateway then takes the client's id for it. */
    TokenIssuer issuer() {
        return new TokenIssuer(pool.getUserPoolProviderUrl(), List.of(client.getUserPoolClientId()));
    }
}
