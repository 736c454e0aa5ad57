package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.run.StatesException;

/** Puts events on a bus with a machine's role; one that is not taken fails the task, as on AWS. */
record EventsTask(AwsCalls calls) {

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
