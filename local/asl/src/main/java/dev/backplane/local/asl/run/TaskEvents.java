package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.TaskResource;
import java.time.Duration;
import java.util.Optional;

/** The events of a task, which have other names when the task is a function. */
final class TaskEvents {

    private final TaskResource resource;
    private final EventTrail trail;

    TaskEvents(TaskResource resource, EventTrail trail) {
        this.resource = resource;
        this.trail = trail;
    }

    void scheduled(JsonNode arguments, Optional<Duration> timeout) {
        ObjectNode details;
        if (resource.isFunction()) {
            details = EventTrail.data(EventTrail.object().put("resource", resource.arn()), "input", arguments);
        } else {
            details = details().put("region", "us-east-1").put("parameters", arguments.toString());
        }
        timeout.ifPresent(time -> details.put("timeoutInSeconds", time.toSeconds()));
        add("Scheduled", details);
    }

    void started() {
        if (resource.isFunction()) {
            trail.add("LambdaFunctionStarted");
        } else {
            add("Started", details());
        }
    }

    void submitted(JsonNode answer) {
        add("Submitted", EventTrail.data(details(), "output", answer));
    }

    void succeeded(JsonNode result) {
        add("Succeeded", EventTrail.data(details(), "output", result));
    }

    void failed(StatesException failure) {
        boolean late = failure.error().filter(ErrorNames.TIMEOUT::equals).isPresent();
        add(late ? "TimedOut" : "Failed", EventTrail.failure(details(), failure));
    }

    private ObjectNode details() {
        return resource.isFunction()
                ? EventTrail.object()
                : EventTrail.object().put("resourceType", resource.service()).put("resource", resource.action());
    }

    private void add(String what, ObjectNode details) {
        if (resource.isFunction()) {
            trail.add("LambdaFunction" + what, "lambdaFunction" + what + "EventDetails", details);
        } else {
            trail.add("Task" + what, "task" + what + "EventDetails", details);
        }
    }
}
