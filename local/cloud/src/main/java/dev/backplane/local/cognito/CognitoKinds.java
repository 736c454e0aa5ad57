package dev.backplane.local.cognito;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.util.List;
import java.util.Map;

/** The resource types of Cognito, which the local issuer replaces. */
public final class CognitoKinds {

    static final String CLIENT = "AWS::Cognito::UserPoolClient";

    private static final String NO_SIGN_IN = "there is no local sign-in; the local issuer creates all tokens";
    private static final String DESCRIPTIVE = "descriptive only";

    private CognitoKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind("AWS::Cognito::UserPool", poolProperties(), CognitoKinds::pool),
                new ResourceKind(
                        "AWS::Cognito::UserPoolResourceServer",
                        resourceServerProperties(),
                        server -> ResourceIdentity.of(server.nameFrom("Identifier"))),
                new ResourceKind(CLIENT, clientProperties(), CognitoKinds::client),
                new ResourceKind(
                        "AWS::Cognito::UserPoolDomain",
                        KnownProperties.used().withoutEffect(NO_SIGN_IN, "Domain", "UserPoolId"),
                        domain -> ResourceIdentity.of(domain.nameFrom("Domain"))));
    }

    private static KnownProperties poolProperties() {
        return KnownProperties.used()
                .withoutEffect(DESCRIPTIVE, "UserPoolName", "UserPoolTags")
                .withoutEffect("a local pool ends with its process", "DeletionProtection")
                .withoutEffect(
                        NO_SIGN_IN,
                        "AccountRecoverySetting",
                        "AdminCreateUserConfig",
                        "EmailVerificationMessage",
                        "EmailVerificationSubject",
                        "Policies",
                        "SmsVerificationMessage",
                        "VerificationMessageTemplate");
    }

    private static KnownProperties resourceServerProperties() {
        return KnownProperties.used("Identifier")
                .withoutEffect("tokens use the client's scopes", "Scopes", "UserPoolId")
                .withoutEffect(DESCRIPTIVE, "Name");
    }

    private static KnownProperties clientProperties() {
        return KnownProperties.used("AllowedOAuthScopes", "ClientName")
                .withoutEffect("client_credentials is the only local grant type", "AllowedOAuthFlows")
                .withoutEffect("local clients have a fixed secret", "GenerateSecret")
                .withoutEffect("local tokens are valid for one hour", "AccessTokenValidity", "TokenValidityUnits")
                .withoutEffect(
                        NO_SIGN_IN,
                        "AllowedOAuthFlowsUserPoolClient",
                        "EnableTokenRevocation",
                        "ExplicitAuthFlows",
                        "PreventUserExistenceErrors",
                        "SupportedIdentityProviders",
                        "UserPoolId");
    }

    private static ResourceIdentity pool(ResourceDeclaration declaration) {
        String id = Account.REGION + "_" + declaration.logicalId();
        String provider = "cognito-idp." + Account.REGION + "." + Account.URL_SUFFIX + "/" + id;
        return new ResourceIdentity(
                id,
                Map.of(
                        "Arn",
                        Account.arn("cognito-idp", "userpool/" + id),
                        "UserPoolId",
                        id,
                        "ProviderName",
                        provider,
                        "ProviderURL",
                        "https://" + provider));
    }

    private static ResourceIdentity client(ResourceDeclaration declaration) {
        String id = declaration.nameFrom("ClientName");
        return new ResourceIdentity(id, Map.of("ClientId", id, "ClientSecret", OAuthClient.SECRET));
    }
}
