package dev.backplane.local.stepfunctions;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.List;
import java.util.Map;

/** The resource types of Step Functions. */
public final class StepFunctionsKinds {

    static final String MACHINE = "AWS::StepFunctions::StateMachine";

    private StepFunctionsKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(new ResourceKind(
                MACHINE,
                KnownProperties.used(
                                "StateMachineName",
                                "StateMachineType",
                                "DefinitionString",
                                "DefinitionSubstitutions",
                                "RoleArn",
                                "LoggingConfiguration.Destinations.CloudWatchLogsLogGroup.LogGroupArn",
                                "LoggingConfiguration.IncludeExecutionData",
                                "LoggingConfiguration.Level")
                        .withoutEffect("traces are not recorded", "TracingConfiguration.Enabled")
                        .withoutEffect("descriptive only", "Tags"),
                StepFunctionsKinds::machine,
                StepFunctionsKinds::problems));
    }

    private static ResourceIdentity machine(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("StateMachineName");
        String arn = arn(name);
        return new ResourceIdentity(arn, Map.of("Arn", arn, "Name", name));
    }

    static String arn(String name) {
        return Account.arn("states", "stateMachine:" + name);
    }

    private static List<String> problems(TemplateResource machine) {
        String type = machine.properties().path("StateMachineType").asText("STANDARD");
        return type.equals("STANDARD")
                ? List.of()
                : List.of("state machines of the type " + type + " are not supported by the local cloud");
    }
}
