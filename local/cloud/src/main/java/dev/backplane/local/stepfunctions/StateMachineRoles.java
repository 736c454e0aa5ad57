package dev.backplane.local.stepfunctions;

import dev.backplane.local.account.Account;
import dev.backplane.local.asl.Flow;
import dev.backplane.local.asl.State;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.Principal;
import dev.backplane.local.iam.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Step Functions' validation of a state machine's role. */
final class StateMachineRoles {

    private static final Principal STEP_FUNCTIONS = Principal.service("states.amazonaws.com");
    private static final List<String> FOR_LOGS = List.of(
            "logs:CreateLogDelivery",
            "logs:GetLogDelivery",
            "logs:UpdateLogDelivery",
            "logs:DeleteLogDelivery",
            "logs:ListLogDeliveries",
            "logs:PutResourcePolicy",
            "logs:DescribeResourcePolicies",
            "logs:DescribeLogGroups");
    private static final List<String> FOR_TRACES = List.of(
            "xray:PutTraceSegments", "xray:PutTelemetryRecords", "xray:GetSamplingRules", "xray:GetSamplingTargets");
    private static final List<String> FOR_CHILDREN =
            List.of("events:PutTargets", "events:PutRule", "events:DescribeRule");

    /** The managed rules that report the end of child executions and of builds. */
    private static final Map<String, String> RULES = Map.of(
            "states", Account.arn("events", "rule/StepFunctionsGetEventsForStepFunctionsExecutionRule"),
            "codebuild", Account.arn("events", "rule/StepFunctionsGetEventForCodeBuildStartBuildRule"));

    private final Iam iam;
    private final LogGroups logs;

    StateMachineRoles(Iam iam, LogGroups logs) {
        this.iam = iam;
        this.logs = logs;
    }

    List<String> problems(StateMachineResource machine) {
        Optional<Role> role = iam.role(machine.roleArn());
        String place = machine.resource() + ": ";
        if (role.isEmpty()) {
            return List.of(place + "there is no role " + machine.roleArn());
        }
        if (!role.get().trusts(STEP_FUNCTIONS)) {
            return List.of(place + "Step Functions may not assume the role " + machine.roleArn());
        }
        Caller caller = role.get().as(machine.name());
        List<String> problems = new ArrayList<>();
        if (StateMachineLogs.isOn(machine)) {
            if (StateMachineLogs.group(machine).filter(logs::has).isEmpty()) {
                problems.add(place + "there is no log group for LoggingConfiguration");
            }
            denied(caller, FOR_LOGS, "*")
                    .map(action -> place + "its role does not allow " + action)
                    .forEach(problems::add);
        }
        if (machine.isTraced()) {
            denied(caller, FOR_TRACES, "*")
                    .map(action -> place + "its role does not allow " + action)
                    .forEach(problems::add);
        }
        awaited(machine.states().flow())
                .distinct()
                .sorted()
                .map(service -> Objects.requireNonNull(RULES.get(service)))
                .forEach(rule -> denied(caller, FOR_CHILDREN, rule)
                        .map(action -> place + "its role does not allow " + action + " on " + rule)
                        .forEach(problems::add));
        return problems;
    }

    private Stream<String> denied(Caller caller, List<String> actions, String resource) {
        return actions.stream()
                .filter(action ->
                        iam.check(caller, new AccessRequest(action, resource)).isPresent());
    }

    /** Returns the services whose work the states wait for. */
    private static Stream<String> awaited(Flow flow) {
        return flow.states().values().stream().flatMap(state -> switch (state) {
            case State.Task task
            when task.resource().isSynchronous() -> Stream.of(task.resource().service());
            case State.Map map -> awaited(map.processor());
            default -> Stream.empty();
        });
    }
}
