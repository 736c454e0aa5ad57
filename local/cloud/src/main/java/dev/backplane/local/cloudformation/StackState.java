package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.backplane.local.account.Account;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An immutable snapshot of a stack.
 *
 * @param resources by logical id, in creation order
 * @param events oldest first
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record StackState(
        String id,
        String name,
        Life life,
        StackInput input,
        OperationState progress,
        Map<String, StackResource> resources,
        List<StackOutput> outputs,
        List<StackEvent> events) {

    static final String TYPE = "AWS::CloudFormation::Stack";

    /** The status, and times in epoch milliseconds; a time is 0 if the event has not happened. */
    record Life(StackStatus status, String reason, long createdAt, long updatedAt, long deletedAt) {}

    static StackState create(String name, StackInput input, AssumedRole assumedRole, long now) {
        return new StackState(
                Account.arn("cloudformation", "stack/" + name + "/" + UUID.randomUUID()),
                name,
                new Life(StackStatus.CREATE_IN_PROGRESS, "", now, 0, 0),
                input,
                OperationState.of(assumedRole, input, Map.of()),
                Map.of(),
                List.of(),
                List.of());
    }

    StackStatus status() {
        return life.status();
    }

    StackState withStatus(StackStatus status, String reason, long now) {
        long deletedAt = status == StackStatus.DELETE_COMPLETE ? now : life.deletedAt();
        Life next = new Life(status, reason, life.createdAt(), life.updatedAt(), deletedAt);
        return new StackState(id, name, next, input, progress, resources, outputs, events)
                .with(new StackEvent(
                        UUID.randomUUID().toString(), now, name, id, TYPE, status.name(), reason, input.token()));
    }

    StackState withResource(StackResource resource, long now) {
        StackResource changed = resource.at(now);
        Map<String, StackResource> all = new LinkedHashMap<>(resources);
        all.put(resource.logicalId(), changed);
        return new StackState(id, name, life, input, progress, all, outputs, events)
                .with(StackEvents.of(changed, input.token()));
    }

    StackState with(StackEvent event) {
        List<StackEvent> all = new ArrayList<>(events);
        all.add(event);
        return new StackState(id, name, life, input, progress, resources, outputs, List.copyOf(all));
    }

    StackState withResources(Map<String, StackResource> others) {
        return new StackState(id, name, life, input, progress, new LinkedHashMap<>(others), outputs, events);
    }

    StackState without(String logicalId) {
        Map<String, StackResource> rest = new LinkedHashMap<>(resources);
        rest.remove(logicalId);
        return withResources(rest);
    }

    StackState withProgress(OperationState other) {
        return new StackState(id, name, life, input, other, resources, outputs, events);
    }

    StackState withInput(StackInput other) {
        return new StackState(id, name, life, other, progress, resources, outputs, events);
    }

    StackState withOutputs(List<StackOutput> others) {
        return new StackState(id, name, life, input, progress, resources, List.copyOf(others), events);
    }

    StackState updatedAt(long now) {
        Life next = new Life(life.status(), life.reason(), life.createdAt(), now, life.deletedAt());
        return new StackState(id, name, next, input, progress, resources, outputs, events);
    }

    /** Adds a physical resource that was replaced and is not deleted yet. */
    StackState withSuperseded(StackResource old) {
        List<StackResource> all = new ArrayList<>(progress.superseded());
        all.add(old);
        return withProgress(new OperationState(progress.assumedRole(), progress.inputBefore(), progress.before(), all));
    }
}
