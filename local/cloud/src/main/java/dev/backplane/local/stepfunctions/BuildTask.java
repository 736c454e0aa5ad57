package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.asl.run.Tasks;
import dev.backplane.local.aws.AwsCalls;
import dev.backplane.local.codebuild.Build;
import dev.backplane.local.codebuild.CodeBuild;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;

/**
 * Starts a build and waits for its end. Names are in pascal case in tasks, and in camel case in CodeBuild's own API.
 *
 * <p>A build that does not succeed fails the task with {@code States.TaskFailed} and the build as the cause.
 */
record BuildTask(AwsCalls calls, CodeBuild builds) {

    JsonNode start(Tasks.Request request) throws StatesException, InterruptedException {
        JsonNode arguments = renamed(request.arguments(), BuildTask::camelCase);
        AwsCalls.Reply reply = JsonServiceTask.CODEBUILD.perform(calls, "StartBuild", arguments);
        ObjectNode started = JsonServiceTask.CODEBUILD.answer(reply);
        request.submitted()
                .accept(TaskResult.withMetadata(
                        (ObjectNode) renamed(started, BuildTask::pascalCase), reply.status(), reply.requestId()));
        return await(started.path("build").path("id").asText());
    }

    private JsonNode await(String id) throws StatesException, InterruptedException {
        Build build = builds.find(id).orElseThrow();
        try {
            build.ended().get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } catch (InterruptedException stopped) {
            stop(id);
            throw stopped;
        }
        // Step Functions describes the build with the state machine's role.
        ObjectNode ids = JsonNodeFactory.instance.objectNode();
        ids.putArray("ids").add(id);
        ObjectNode found =
                JsonServiceTask.CODEBUILD.answer(JsonServiceTask.CODEBUILD.perform(calls, "BatchGetBuilds", ids));
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.set("Build", renamed(found.path("builds").path(0), BuildTask::pascalCase));
        if (!build.status().equals("SUCCEEDED")) {
            throw new StatesException(ErrorNames.TASK_FAILED, result.toString());
        }
        return result;
    }

    /** Stops the build of an execution that is stopped, if the role permits it. */
    private void stop(String id) {
        try {
            JsonServiceTask.CODEBUILD.perform(
                    calls, "StopBuild", JsonNodeFactory.instance.objectNode().put("id", id));
        } catch (StatesException | InterruptedException notStopped) {
            // The build keeps running, as on AWS.
        }
    }

    private static JsonNode renamed(JsonNode value, UnaryOperator<String> name) {
        if (value.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            value.properties()
                    .forEach(member -> object.set(name.apply(member.getKey()), renamed(member.getValue(), name)));
            return object;
        }
        if (value.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            value.forEach(element -> array.add(renamed(element, name)));
            return array;
        }
        return value;
    }

    private static String camelCase(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static String pascalCase(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
