package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The Step Functions endpoint. */
final class StepFunctionsService implements AwsService {

    private final ExecutionCalls executions;

    StepFunctionsService(ExecutionCalls executions) {
        this.executions = executions;
    }

    @Override
    public List<String> hosts() {
        return List.of("states." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        String action = request.action();
        JsonNode body = request.body();
        return switch (action) {
            case "StartExecution", "ListExecutions" ->
                access(action, body.path("stateMachineArn").asText());
            case "DescribeExecution", "StopExecution", "GetExecutionHistory" ->
                access(action, body.path("executionArn").asText());
            default -> Optional.empty();
        };
    }

    private static Optional<List<AccessRequest>> access(String action, String resource) {
        return Optional.of(List.of(new AccessRequest("states:" + action, resource)));
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        JsonNode body = request.body();
        try {
            return switch (request.action()) {
                case "StartExecution" -> AwsResponses.ok(executions.start(body));
                case "DescribeExecution" -> AwsResponses.ok(executions.describe(body));
                case "StopExecution" -> AwsResponses.ok(executions.stop(body));
                case "ListExecutions" -> AwsResponses.ok(executions.list(body));
                case "GetExecutionHistory" -> AwsResponses.ok(executions.history(body));
                default -> AwsResponses.notOffered(request);
            };
        } catch (StepFunctionsException refusal) {
            return AwsResponses.refused(refusal.type(), refusal.reason());
        }
    }
}
