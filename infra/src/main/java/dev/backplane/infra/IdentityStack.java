package dev.backplane.infra;

import dev.backplane.identity.GroupScopes;
import dev.backplane.identity.SignInSettings;
import dev.backplane.identity.events.PreTokenGenerationHandler;
import dev.backplane.infra.constructs.PeopleClient;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceAlarms;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.Suppressions;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.infra.settings.IdentitySettings;
import dev.backplane.infra.settings.IdentitySettings.SignIn;
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
import java.util.stream.Collectors;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.cognito.AccountRecovery;
import software.amazon.awscdk.services.cognito.AuthFlow;
import software.amazon.awscdk.services.cognito.AutoVerifiedAttrs;
import software.amazon.awscdk.services.cognito.CognitoDomainOptions;
import software.amazon.awscdk.services.cognito.FeaturePlan;
import software.amazon.awscdk.services.cognito.KeepOriginalAttrs;
import software.amazon.awscdk.services.cognito.ManagedLoginVersion;
import software.amazon.awscdk.services.cognito.Mfa;
import software.amazon.awscdk.services.cognito.MfaSecondFactor;
import software.amazon.awscdk.services.cognito.OAuthFlows;
import software.amazon.awscdk.services.cognito.OAuthScope;
import software.amazon.awscdk.services.cognito.OAuthSettings;
import software.amazon.awscdk.services.cognito.PasswordPolicy;
import software.amazon.awscdk.services.cognito.ResourceServerScope;
import software.amazon.awscdk.services.cognito.SignInAliases;
import software.amazon.awscdk.services.cognito.StandardAttribute;
import software.amazon.awscdk.services.cognito.StandardAttributes;
import software.amazon.awscdk.services.cognito.UserPool;
import software.amazon.awscdk.services.cognito.UserPoolClient;
import software.amazon.awscdk.services.cognito.UserPoolDomain;
import software.amazon.awscdk.services.cognito.UserPoolDomainOptions;
import software.amazon.awscdk.services.cognito.UserPoolGroup;
import software.amazon.awscdk.services.cognito.UserPoolResourceServer;
import software.constructs.Construct;

/**
 * The token issuer of a stage without an external issuer: a user pool where people sign in, and machines get tokens
 * with a client secret.
 *
 * <p>The services refer to its client ids, and the site refers to both. To avoid a cycle, this stack refers to no
 * other: {@link SignInStack} completes the client for people when the address of the site is known.
 */
final class IdentityStack extends BackplaneStack {

    /** The client of a stage whose settings have none; it has read scopes only. */
    private static final String READER = "reader";

    private final ServiceAlarms alarms;
    private final UserPool pool;
    private final List<Scope> scopes;
    private final UserPoolResourceServer server;
    private final PeopleClient people;
    private final UserPoolDomain domain;
    private final List<String> audience = new ArrayList<>();

    IdentityStack(Construct scope, Service service, IdentitySettings.Cognito settings, List<Operation> operations) {
        super(scope, service.stage(), "Identity", "Backplane: sign-in, token issuer and scopes");
        StageSettings stage = service.stage();
        this.pool = pool(stage, settings.signIn());
        this.scopes = scopes(operations);
        this.server = UserPoolResourceServer.Builder.create(this, "ResourceServer")
                .userPool(pool)
                .identifier(Scope.RESOURCE_SERVER)
                .userPoolResourceServerName(Scope.RESOURCE_SERVER)
                .scopes(scopes.stream().map(IdentityStack::declared).toList())
                .build();
        clients(settings).forEach((name, allowed) -> addClient(stage, name, allowed));
        this.alarms = new ServiceAlarms(this, service);
        addGroups(service);
        this.people = new PeopleClient(this, stage, pool);
        audience.add(people.id());
        this.domain = pool.addDomain(
                "Domain",
                UserPoolDomainOptions.builder()
                        .cognitoDomain(CognitoDomainOptions.builder()
                                .domainPrefix(settings.domainPrefix().orElseGet(() -> stage.nameOf(getAccount())))
                                .build())
                        .managedLoginVersion(ManagedLoginVersion.NEWER_MANAGED_LOGIN)
                        .build());
        output("PeopleClientId", people.id(), "The public client, with which people sign in");
        output("LoginUrl", domain.baseUrl(), "The address below which the sign-in pages are");
        output("Issuer", pool.getUserPoolProviderUrl(), "The issuer of the tokens");
        output("TokenUrl", domain.baseUrl() + "/oauth2/token", "The token endpoint");
        output("UserPoolId", pool.getUserPoolId(), "The user pool that issues the tokens");
    }

    // Cognito cannot change the sign-in aliases, case sensitivity and required attributes of an existing pool.
    private UserPool pool(StageSettings stage, SignIn signIn) {
        UserPool made = UserPool.Builder.create(this, "Pool")
                .userPoolName(stage.nameOf("machines"))
                .featurePlan(FeaturePlan.ESSENTIALS)
                .selfSignUpEnabled(signIn.selfSignUp())
                .signInAliases(SignInAliases.builder().email(true).build())
                .signInCaseSensitive(false)
                .standardAttributes(StandardAttributes.builder()
                        .email(StandardAttribute.builder()
                                .required(true)
                                .mutable(true)
                                .build())
                        .build())
                .autoVerify(AutoVerifiedAttrs.builder().email(true).build())
                // A new address takes effect when it is verified; until then, the old one is used.
                .keepOriginal(KeepOriginalAttrs.builder().email(true).build())
                .accountRecovery(AccountRecovery.EMAIL_ONLY)
                .mfa(mfa(signIn))
                .mfaSecondFactor(MfaSecondFactor.builder().otp(true).sms(false).build())
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
        if (signIn.mfa() != IdentitySettings.Mfa.REQUIRED) {
            Suppressions.accept(
                    made, "AwsSolutions-COG2", "Whether people need a second factor is a setting, identity.mfa.");
        }
        Suppressions.accept(made, "AwsSolutions-COG3", "Threat protection needs the Plus plan, which costs more.");
        return made;
    }

    private static Mfa mfa(SignIn signIn) {
        return switch (signIn.mfa()) {
            case OFF -> Mfa.OFF;
            case OPTIONAL -> Mfa.OPTIONAL;
            case REQUIRED -> Mfa.REQUIRED;
        };
    }

    /** Adds the groups, and the function that gives people the scopes of their groups. */
    private void addGroups(Service service) {
        for (GroupScopes.Group group : GroupScopes.Group.values()) {
            UserPoolGroup.Builder.create(this, "Group-" + group.value())
                    .userPool(pool)
                    .groupName(group.value())
                    .description(group.description())
                    .build();
        }
        ServiceFunction function = ServiceFunction.beforeTokens(this, service, PreTokenGenerationHandler.class, pool)
                .setting(SignInSettings.SCOPES, scopes.stream().map(Scope::full).collect(Collectors.joining(" ")));
        alarms.watch(function, Runbook.SIGN_IN_FAILURES);
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

    /** Returns the public client, with which people sign in. */
    PeopleClient peopleClient() {
        return people;
    }

    /** Returns the address below which the sign-in pages and the OAuth endpoints are. */
    String loginUrl() {
        return domain.baseUrl();
    }

    /** Returns the names of the stack's alarms. */
    List<String> alarmNames() {
        return alarms.names();
    }

    /**
     * Returns the issuer for the APIs. Access tokens of Cognito have no audience, so API Gateway compares the client
     * id.
     */
    TokenIssuer issuer() {
        return new TokenIssuer(pool.getUserPoolProviderUrl(), audience, "email");
    }
}
