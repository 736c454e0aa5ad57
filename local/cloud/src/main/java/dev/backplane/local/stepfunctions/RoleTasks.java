package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.TaskResource;
import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.asl.run.Tasks;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.iam.Access;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import java.util.Locale;
import java.util.Optional;

/** Does the tasks of one machine, with its role. */
final class RoleTasks implements Tasks {
    private final Machine machine;
    private final Surroundings surroundings;
    private final Caller caller;
    private final AwsCalls calls;

    /** What tasks are done with. */
    record Surroundings(AwsNetwork network, Iam iam, Functions functions, ExecutionStore store) {}

    RoleTasks(Machine machine, Surroundings surroundings) {
        this.machine = machine;
        this.surroundings = surroundings;
        this.caller = surroundings.iam().role(machine.roleArn()).orElseThrow().as(machine.name());
        this.calls = new AwsCalls(surroundings.network().connect(caller));
    }

    @Override
    public JsonNode perform(Request request) throws StatesException, InterruptedException {
        TaskResource resource = request.resource();
        JsonNode arguments = request.arguments();
        if (resource.isFunction()) {
            return lambda().invoke(resource.arn(), arguments);
        }
        return switch (resource.service()) {
            case "lambda" -> lambda().invoke(arguments);
            case "dynamodb" -> {
                AwsCalls.Reply reply = JsonTask.DYNAMODB.perform(calls, operation(resource), arguments);
                yield TaskResult.withMetadata(JsonTask.DYNAMODB.answer(reply), reply.status(), reply.requestId());
            }
            case "aws-sdk:dynamodb" ->
                JsonTask.DYNAMODB_SDK.answer(JsonTask.DYNAMODB_SDK.perform(calls, operation(resource), arguments));
            case "events" -> new EventsTask(calls).putEvents(arguments);
            case "states" -> new ChildTask(calls, surroundings.store()).start(request);
            case "aws-sdk:cloudformation" -> new DeleteStackTask(calls).deleteStack(arguments);
            default -> throw new StatesException(ErrorNames.RUNTIME, resource.arn() + " is not known");
        };
    }

    /** On AWS the items of a distributed map are executions that the machine starts of itself and looks after. */
    @Override
    public void beginMapRun() throws StatesException {
        Optional<Denial> denial = denial("states:StartExecution", machine.arn())
                .or(() -> denial("states:DescribeExecution", executions()));
        if (denial.isPresent()) {
            throw new StatesException("States.Permissions", denial.get().message());
        }
    }

    @Override
    public void stopMapRun() {
        // Here they stop in any case; asking tells of a grant that would be missing on AWS.
        denial("states:StopExecution", executions());
    }

    private Optional<Denial> denial(String action, String resource) {
        return surroundings.iam().check(caller, new Access(action, resource));
    }

    /** All executions of the machine. */
    private String executions() {
        return Account.arn("states", "execution:" + machine.name() + ":*");
    }

    private LambdaTask lambda() {
        return new LambdaTask(surroundings.functions(), surroundings.iam(), caller);
    }

    private static String operation(TaskResource resource) {
        String action = resource.action();
        return action.substring(0, 1).toUpperCase(Locale.ROOT) + action.substring(1);
    }
}
