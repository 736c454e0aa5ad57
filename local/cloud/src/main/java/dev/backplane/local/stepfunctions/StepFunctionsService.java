package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsAnswer;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.Access;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Step Functions' endpoint. */
final class StepFunctionsService implements AwsService {
    private final ExecutionCalls executions;
    private final MachineCalls machines;

    StepFunctionsService(ExecutionCalls executions, MachineCalls machines) {
        this.executions = executions;
        this.machines = machines;
    }

    @Override
    public List<String> hosts() {
        return List.of("states." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<Access>> accesses(AwsRequest request) {
        String action = request.action();
        JsonNode body = request.body();
        return switch (action) {
            case "StartExecution", "ListExecutions", "DescribeStateMachine" ->
                access(action, body.path("stateMachineArn").asText());
            case "DescribeExecution", "StopExecution", "GetExecutionHistory" ->
                access(action, body.path("executionArn").asText());
            case "ListStateMachines" -> access(action, "*");
            default -> Optional.empty();
        };
    }

    private static Optional<List<Access>> access(String action, String resource) {
        return Optional.of(List.of(new Access("states:" + action, resource)));
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        JsonNode body = request.body();
        try {
            return switch (request.action()) {
                case "StartExecution" -> AwsAnswer.ok(executions.start(body));
                case "DescribeExecution" -> AwsAnswer.ok(executions.describe(body));
                case "StopExecution" -> AwsAnswer.ok(executions.stop(body));
                case "ListExecutions" -> AwsAnswer.ok(executions.list(body));
                case "GetExecutionHistory" -> AwsAnswer.ok(executions.history(body));
                case "ListStateMachines" -> AwsAnswer.ok(machines.list(body));
                case "DescribeStateMachine" -> AwsAnswer.ok(machines.describe(body));
                default -> AwsAnswer.notOffered(request);
            };
        } catch (Refusal refusal) {
            return AwsAnswer.refused(refusal.type(), refusal.reason());
        }
    }
}
