package dev.backplane.infra;

import dev.backplane.infra.constructs.Suppressions;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.infra.settings.IdentitySettings;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.infra.settings.StageSettings;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import software.amazon.awscdk.Annotations;
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

/** The token issuer of a stage without its own: a Cognito user pool for machine clients. */
final class IdentityStack extends BackplaneStack {

    /** The client of a stage that configures none; it has read scopes only. */
    private static final String READER = "reader";

    private final UserPool pool;
    private final List<Scope> scopes;
    private final UserPoolResourceServer server;
    private final List<String> audience = new ArrayList<>();

    IdentityStack(Construct scope, StageSettings stage, IdentitySettings.Cognito settings, List<Operation> operations) {
        super(scope, stage, "Identity", "Backplane: token issuer and scopes");
        this.pool = pool(stage);
        this.scopes = scopes(operations);
        this.server = UserPoolResourceServer.Builder.create(this, "ResourceServer")
                .userPool(pool)
                .identifier(Scope.RESOURCE_SERVER)
                .userPoolResourceServerName(Scope.RESOURCE_SERVER)
                .scopes(scopes.stream().map(IdentityStack::declared).toList())
                .build();
        clients(settings).forEach((name, allowed) -> addClient(stage, name, allowed));
        UserPoolDomain domain = pool.addDomain(
                "Domain",
                UserPoolDomainOptions.builder()
                        .cognitoDomain(CognitoDomainOptions.builder()
                                .domainPrefix(settings.domainPrefix().orElseGet(() -> stage.nameOf(getAccount())))
                                .build())
                        .build());
        output("TokenUrl", domain.baseUrl() + "/oauth2/token", "The token endpoint");
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
        Suppressions.accept(made, "AwsSolutions-COG2", "The pool has machine clients only; no person signs in.");
        Suppressions.accept(
                made, "AwsSolutions-COG3", "Threat protection applies to sign-ins of people, and there are none.");
        return made;
    }

    private static List<Scope> scopes(List<Operation> operations) {
        return operations.stream()
                .flatMap(operation -> operation.scopes().stream())
                .distinct()
                .sorted(Comparator.comparing(Scope::name))
                .toList();
    }

    private static ResourceServerScope declared(Scope scope) {
        return ResourceServerScope.Builder.create()
                .scopeName(scope.name())
                .scopeDescription(scope.access() + " access to " + scope.service())
                .build();
    }

    /** Returns the scopes of each client by client name. */
    private SortedMap<String, List<Scope>> clients(IdentitySettings.Cognito settings) {
        SortedMap<String, List<Scope>> clients = new TreeMap<>();
        if (settings.clients().isEmpty()) {
            Annotations.of(this)
                    .addInfo("This stage has no clients (identity.clients). It gets one client, " + READER
                            + ", with all read scopes.");
            clients.put(READER, named(scope -> scope.access().equals("read")));
        }
        Set<String> unknown = new TreeSet<>();
        settings.clients().forEach((name, allowed) -> {
            clients.put(name, named(scope -> allowed.contains(scope.full())));
            unknown.addAll(allowed);
        });
        scopes.forEach(scope -> unknown.remove(scope.full()));
        if (!unknown.isEmpty()) {
            throw new InvalidSettingsException("identity.clients has unknown scopes: " + unknown + "; known scopes are "
                    + scopes.stream().map(Scope::full).toList());
        }
        return clients;
    }

    private List<Scope> named(Predicate<Scope> condition) {
        return scopes.stream().filter(condition).toList();
    }

    private void addClient(StageSettings stage, String name, List<Scope> allowed) {
        UserPoolClient.Builder builder = UserPoolClient.Builder.create(this, "Client-" + name)
                .userPool(pool)
                .userPoolClientName(stage.nameOf(name))
                .generateSecret(true)
                .accessTokenValidity(Duration.hours(1))
                .enableTokenRevocation(true)
                .preventUserExistenceErrors(true)
                // Without this setting, Cognito would also allow sign-in by password.
                .authFlows(AuthFlow.builder().userPassword(false).build());
        if (allowed.isEmpty()) {
            // Deployed stacks of services may still import the id, so the export cannot be removed yet.
            exportValue(builder.disableOAuth(true).build().getUserPoolClientId());
            return;
        }
        UserPoolClient client = builder.oAuth(oAuth(allowed)).build();
        audience.add(client.getUserPoolClientId());
        output(
                outputName(name),
                client.getUserPoolClientId(),
                "The id of the client " + name + "; the user pool has its secret");
    }

    private OAuthSettings oAuth(List<Scope> allowed) {
        return OAuthSettings.builder()
                .flows(OAuthFlows.builder().clientCredentials(true).build())
                .scopes(allowed.stream()
                        .map(scope -> OAuthScope.resourceServer(server, declared(scope)))
                        .toList())
                .build();
    }

    /**
     * Returns the output name of a client, such as {@code CiPipelineClientId} for {@code ci-pipeline}; output names
     * have no hyphens.
     */
    private static String outputName(String client) {
        return Pattern.compile("(?:^|-)(.)")
                .matcher(client + "-client-id")
                .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }

    /** Machine tokens of Cognito have no audience, so API Gateway compares the client id. */
    TokenIssuer issuer() {
        return new TokenIssuer(pool.getUserPoolProviderUrl(), audience, "email");
    }
}
