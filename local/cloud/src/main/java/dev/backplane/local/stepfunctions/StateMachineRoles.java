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

    /** The managed rule that reports the end of child executions. */
    private static final String RULE_FOR_CHILDREN =
            Account.arn("events", "rule/StepFunctionsGetEventsForStepFunctionsExecutionRule");

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
        if (waitsForChildren(machine.states().flow())) {
            denied(caller, FOR_CHILDREN, RULE_FOR_CHILDREN)
                    .map(action -> place + "its role does not allow " + action + " on " + RULE_FOR_CHILDREN)
                    .forEach(problems::add);
        }
        return problems;
    }

    private Stream<String> denied(Caller caller, List<String> actions, String resource) {
        return actions.stream()
                .filter(action ->
                        iam.check(caller, new AccessRequest(action, resource)).isPresent());
    }

    private static boolean waitsForChildren(Flow flow) {
        return flow.states().values().stream().anyMatch(state -> switch (state) {
            case State.Task task -> task.resource().isSynchronous();
            case State.Map map -> waitsForChildren(map.processor());
            default -> false;
        });
    }
}
