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
    static final String POOL = "AWS::Cognito::UserPool";

    private static final String NO_ACCOUNTS = "people choose who they are; there are no accounts and passwords";
    private static final String DESCRIPTIVE = "descriptive only";

    private CognitoKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind(POOL, poolProperties(), CognitoKinds::pool),
                new ResourceKind(
                        "AWS::Cognito::UserPoolResourceServer",
                        resourceServerProperties(),
                        server -> ResourceIdentity.of(server.nameFrom("Identifier"))),
                new ResourceKind(CLIENT, clientProperties(), CognitoKinds::client),
                ClientUpdate.kind(clientProperties()),
                new ResourceKind(
                        "AWS::Cognito::UserPoolDomain",
                        KnownProperties.used()
                                .withoutEffect(
                                        "the sign-in page is on the local port",
                                        "Domain",
                                        "UserPoolId",
                                        "ManagedLoginVersion"),
                        domain -> ResourceIdentity.of(domain.nameFrom("Domain"))),
                new ResourceKind(
                        "AWS::Cognito::UserPoolGroup",
                        KnownProperties.used()
                                .withoutEffect(
                                        "people choose their groups when they sign in",
                                        "Description",
                                        "GroupName",
                                        "UserPoolId"),
                        group -> ResourceIdentity.of(group.nameFrom("GroupName"))),
                ResourceKind.unnamed(
                        "AWS::Cognito::ManagedLoginBranding",
                        KnownProperties.used()
                                .withoutEffect(
                                        "the sign-in page has a style of its own",
                                        "ClientId",
                                        "UseCognitoProvidedValues",
                                        "UserPoolId")));
    }

    private static KnownProperties poolProperties() {
        return KnownProperties.used("LambdaConfig.PreTokenGenerationConfig.LambdaArn")
                .withoutEffect(
                        "the event has the form of version 2", "LambdaConfig.PreTokenGenerationConfig.LambdaVersion")
                .withoutEffect(DESCRIPTIVE, "UserPoolName", "UserPoolTags")
                .withoutEffect("a local pool ends with its process", "DeletionProtection")
                .withoutEffect(
                        NO_ACCOUNTS,
                        "AccountRecoverySetting",
                        "AdminCreateUserConfig",
                        "AutoVerifiedAttributes",
                        "EmailVerificationMessage",
                        "EmailVerificationSubject",
                        "EnabledMfas",
                        "MfaConfiguration",
                        "Policies",
                        "Schema",
                        "SmsVerificationMessage",
                        "UserAttributeUpdateSettings",
                        "UserPoolAddOns",
                        "UserPoolTier",
                        "UsernameAttributes",
                        "UsernameConfiguration",
                        "VerificationMessageTemplate");
    }

    private static KnownProperties resourceServerProperties() {
        return KnownProperties.used("Identifier")
                .withoutEffect("tokens use the client's scopes", "Scopes", "UserPoolId")
                .withoutEffect(DESCRIPTIVE, "Name");
    }

    private static KnownProperties clientProperties() {
        return KnownProperties.used(
                        "AccessTokenValidity",
                        "AllowedOAuthFlows",
                        "AllowedOAuthScopes",
                        "CallbackURLs",
                        "ClientName",
                        "GenerateSecret",
                        "IdTokenValidity",
                        "LogoutURLs",
                        "RefreshTokenRotation",
                        "RefreshTokenValidity",
                        "TokenValidityUnits")
                .withoutEffect("all tokens come from the OAuth endpoints", "ExplicitAuthFlows")
                .withoutEffect(
                        NO_ACCOUNTS,
                        "AllowedOAuthFlowsUserPoolClient",
                        "EnableTokenRevocation",
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
