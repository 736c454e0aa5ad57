package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.testing.Assembly;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateMachinesTest {

    private static final String DEFINITION =
            "{\"QueryLanguage\": \"JSONata\", \"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"Output\": \"${Word}\", \"End\": true}}}";

    @TempDir
    private Path folder;

    @Test
    void read_fillsInThePlaceholders() {
        assertThat(read(properties -> {}).all())
                .singleElement()
                .satisfies(machine -> assertThat(machine.definition()).contains("\"hello\""));
    }

    @Test
    void read_whenSomethingIsWrongWithAMachine_namesIt() {
        assertRefused(
                properties -> properties.remove("DefinitionSubstitutions"), "the placeholder ${Word} has no value");
        assertRefused(
                properties -> properties.put("DefinitionString", DEFINITION.replace("\"Pass\"", "\"Sing\"")),
                "state 'A': field Type Sing is unknown");
        assertRefused(properties -> properties.put("StateMachineType", "EXPRESS"), "type EXPRESS");
        assertRefused(properties -> properties.put("Colour", "red"), "property Colour is not supported");
    }

    @Test
    void roles_whenTheyDoNotAllowWhatStepFunctionsNeeds_areRefused() {
        assertThat(problems(properties -> {})).isEmpty();
        assertThat(problems(properties -> properties.put("RoleArn", "arn:aws:iam::000000000000:role/gone")))
                .containsExactly(
                        "Test/Machine (AWS::StepFunctions::StateMachine): there is no role arn:aws:iam::000000000000:role/gone");
        assertThat(problems(properties -> properties.put("RoleArn", "arn:aws:iam::000000000000:role/lambda")))
                .singleElement()
                .asString()
                .contains("Step Functions may not assume the role");
        assertThat(problems(properties -> properties
                        .putObject("LoggingConfiguration")
                        .put("Level", "ALL")
                        .putArray("Destinations")
                        .addObject()
                        .putObject("CloudWatchLogsLogGroup")
                        .put("LogGroupArn", "arn:aws:logs:us-east-1:000000000000:log-group:flows:*")))
                .hasSize(8)
                .anySatisfy(problem -> assertThat(problem).contains("its role does not allow logs:CreateLogDelivery"));
        assertThat(problems(properties -> properties.put(
                        "DefinitionString",
                        DEFINITION.replace(
                                "\"Type\": \"Pass\"",
                                "\"Type\": \"Task\", \"Resource\": \"arn:aws:states:::states:startExecution.sync:2\","
                                        + " \"Arguments\": {\"StateMachineArn\": \"x\"}"))))
                .hasSize(3)
                .anySatisfy(problem -> assertThat(problem).contains("does not allow events:PutRule on"));
    }

    private void assertRefused(Consumer<ObjectNode> edit, String problem) {
        assertThatThrownBy(() -> read(edit))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(problem);
    }

    private StateMachines read(Consumer<ObjectNode> edit) {
        return StateMachines.read(templates(edit));
    }

    private List<String> problems(Consumer<ObjectNode> edit) {
        CloudTemplates templates = templates(edit);
        LogGroups logs = new LogGroups(templates, Clock.systemUTC(), line -> {});
        StateMachineRoles roles = new StateMachineRoles(Iam.of(templates), logs);
        return StateMachines.read(templates).all().stream()
                .flatMap(machine -> roles.problems(machine).stream())
                .toList();
    }

    private CloudTemplates templates(Consumer<ObjectNode> edit) {
        new Assembly(folder).stack("Test", """
                Resources:
                  Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: flows}}
                  Role:
                    Type: AWS::IAM::Role
                    Properties:
                      RoleName: states
                      AssumeRolePolicyDocument:
                        Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: states.amazonaws.com}}]
                  Other:
                    Type: AWS::IAM::Role
                    Properties:
                      RoleName: lambda
                      AssumeRolePolicyDocument:
                        Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                  Machine:
                    Type: AWS::StepFunctions::StateMachine
                    Properties:
                      RoleArn: {'Fn::GetAtt': [Role, Arn]}
                      DefinitionSubstitutions: {Word: hello}
                """);
        ResourceKinds kinds = new ResourceKinds()
                .register(IamKinds.all())
                .register(StepFunctionsKinds.all())
                .register(List.of(LogGroupKind.kind()));
        TemplateEdit machine = (stack, template) -> {
            ObjectNode properties = template.withObject("/Resources/Machine/Properties");
            properties.put("DefinitionString", DEFINITION);
            edit.accept(properties);
        };
        return CloudTemplates.read(folder, kinds, machine);
    }
}
