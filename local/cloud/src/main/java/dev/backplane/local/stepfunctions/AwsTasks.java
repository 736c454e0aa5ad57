package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.TaskResource;
import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.asl.run.Tasks;
import dev.backplane.local.aws.AwsCalls;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.codebuild.CodeBuild;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Performs the tasks of one state machine with its role. */
final class AwsTasks implements Tasks {

    private final StateMachineResource machine;
    private final Context context;
    private final Caller caller;
    private final AwsCalls calls;

    /** The dependencies of tasks. */
    record Context(AwsNetwork network, Iam iam, Functions functions, CodeBuild builds, ExecutionStore store) {}

    AwsTasks(StateMachineResource machine, Context context) {
        this.machine = machine;
        this.context = context;
        this.caller = context.iam().role(machine.roleArn()).orElseThrow().as(machine.name());
        this.calls = new AwsCalls(context.network().connect(caller));
    }

    @Override
    public JsonNode perform(Request request) throws StatesException, InterruptedException {
        TaskResource resource = request.resource();
        JsonNode arguments = request.arguments();
        return switch (resource.service()) {
            case "lambda" -> lambda().invoke(arguments);
            case "dynamodb" -> {
                AwsCalls.Reply reply = JsonServiceTask.DYNAMODB.perform(calls, operation(resource), arguments);
                yield TaskResult.withMetadata(
                        JsonServiceTask.DYNAMODB.answer(reply), reply.status(), reply.requestId());
            }
            case "aws-sdk:dynamodb" ->
                JsonServiceTask.DYNAMODB_SDK.answer(
                        JsonServiceTask.DYNAMODB_SDK.perform(calls, operation(resource), arguments));
            case "events" -> new EventsTask(calls).putEvents(arguments);
            case "codebuild" -> new BuildTask(calls, context.builds()).start(request);
            case "states" -> new ChildTask(calls, context.store()).start(request);
            case "aws-sdk:cloudformation" -> new DeleteStackTask(calls).deleteStack(arguments);
            default -> throw new StatesException(ErrorNames.RUNTIME, resource.arn() + " is not supported");
        };
    }

    /** Checks the permissions for the child executions of a distributed map. */
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
        // Local items always stop; this check finds permissions that AWS would require.
        denial("states:StopExecution", executions());
    }

    private Optional<Denial> denial(String action, String resource) {
        return context.iam().check(caller, new AccessRequest(action, resource));
    }

    /** Returns all executions of the machine. */
    private String executions() {
        return Account.arn("states", "execution:" + machine.name() + ":*");
    }

    private LambdaTask lambda() {
        return new LambdaTask(context.functions(), context.iam(), caller);
    }

    private static String operation(TaskResource resource) {
        String action = resource.action();
        return action.substring(0, 1).toUpperCase(Locale.ROOT) + action.substring(1);
    }

    /** Deletes a CloudFormation stack with the role of a state machine. */
    private record DeleteStackTask(AwsCalls calls) {

        private static final Pattern CODE = Pattern.compile("<Code>([^<]*)</Code>");
        private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]*)</Message>");

        JsonNode deleteStack(JsonNode arguments) throws StatesException, InterruptedException {
            StringBuilder form = new StringBuilder("Action=DeleteStack&Version=2010-05-15");
            arguments.properties().forEach(argument -> append(form, argument.getKey(), argument.getValue()));
            try {
                AwsCalls.Reply reply = calls.post("cloudformation", form.toString());
                if (reply.isRefusal()) {
                    throw ServiceErrors.CLOUDFORMATION_SDK.failure(
                            find(CODE, reply.content()), find(MESSAGE, reply.content()), reply);
                }
                return JsonNodeFactory.instance.objectNode();
            } catch (IOException failure) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                throw new StatesException("CloudFormation.SdkClientException", String.valueOf(failure));
            }
        }

        private static void append(StringBuilder form, String name, JsonNode value) {
            if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    append(form, name + ".member." + (i + 1), value.path(i));
                }
            } else {
                form.append('&')
                        .append(name)
                        .append('=')
                        .append(URLEncoder.encode(value.asText(), StandardCharsets.UTF_8));
            }
        }

        private static String find(Pattern pattern, String xml) {
            Matcher matcher = pattern.matcher(xml);
            return matcher.find() ? matcher.group(1) : "";
        }
    }

    /** Puts events with the role of a state machine. A rejected entry fails the task, as on AWS. */
    private record EventsTask(AwsCalls calls) {

        JsonNode putEvents(JsonNode arguments) throws StatesException, InterruptedException {
            ObjectNode request = arguments.deepCopy();
            request.path("Entries").forEach(entry -> {
                JsonNode detail = entry.path("Detail");
                if (detail.isObject()) {
                    ((ObjectNode) entry).put("Detail", detail.toString());
                }
            });
            AwsCalls.Reply reply = JsonServiceTask.EVENTS.perform(calls, "PutEvents", request);
            ObjectNode answer = JsonServiceTask.EVENTS.answer(reply);
            if (answer.path("FailedEntryCount").asInt() > 0) {
                throw new StatesException("EventBridge.FailedEntry", answer.toString());
            }
            return TaskResult.withMetadata(answer, reply.status(), reply.requestId());
        }
    }
}
