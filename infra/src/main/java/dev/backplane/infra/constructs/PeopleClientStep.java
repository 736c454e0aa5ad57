package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.customresources.AwsCustomResource;
import software.amazon.awscdk.customresources.AwsCustomResourcePolicy;
import software.amazon.awscdk.customresources.AwsSdkCall;
import software.amazon.awscdk.customresources.PhysicalResourceId;
import software.amazon.awscdk.services.cognito.CfnManagedLoginBranding;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.constructs.Construct;
import software.constructs.IConstruct;

/**
 * The last step of a deployment: sends all settings of the public client to Cognito, with the address of the console.
 *
 * <p>The settings are the properties of a custom resource, so CloudFormation sends them again when they change, and the
 * previous ones during a rollback.
 */
public final class PeopleClientStep extends Construct {

    private static final String FUNCTION = "AWS" + AwsCustomResource.PROVIDER_FUNCTION_UUID.replace("-", "");

    public PeopleClientStep(Construct scope, StageSettings stage, PeopleClient client, List<String> returnUrls) {
        super(scope, "People");
        AwsCustomResource settings = AwsCustomResource.Builder.create(this, "Settings")
                .onUpdate(call(client, client.settings(returnUrls)).build())
                .onDelete(call(client, client.noSettings())
                        .ignoreErrorCodesMatching("ResourceNotFoundException")
                        .build())
                .policy(AwsCustomResourcePolicy.fromStatements(List.of(PolicyStatement.Builder.create()
                        .actions(List.of("cognito-idp:UpdateUserPoolClient"))
                        .resources(List.of(client.poolArn()))
                        .build())))
                .installLatestAwsSdk(false)
                .logGroup(LogGroups.create(this, "Log", "/backplane/" + stage.stage() + "/sign-in-settings", stage))
                .build();
        // Managed login shows an error for a client without a style.
        CfnManagedLoginBranding branding = CfnManagedLoginBranding.Builder.create(this, "Branding")
                .userPoolId(client.poolId())
                .clientId(client.id())
                .useCognitoProvidedValues(true)
                .build();
        branding.getNode().addDependency(settings);
        acceptCdksFunction();
    }

    private static AwsSdkCall.Builder call(PeopleClient client, Map<String, Object> parameters) {
        return AwsSdkCall.builder()
                .service("cognito-identity-provider")
                .action("UpdateUserPoolClient")
                .parameters(parameters)
                // The whole response may be longer than CloudFormation allows.
                .outputPaths(List.of("UserPoolClient.ClientId"))
                .physicalResourceId(PhysicalResourceId.of(client.id()));
    }

    private void acceptCdksFunction() {
        IConstruct function = Objects.requireNonNull(Stack.of(this).getNode().tryFindChild(FUNCTION));
        for (String rule : List.of("AwsSolutions-IAM4", "AwsSolutions-L1")) {
            Suppressions.acceptBelow(
                    function, rule, "The CDK's function for calls to AWS has this; it runs during deployments only.");
        }
    }
}
