package dev.backplane.local.cloudformation;

import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Updates a stack and rolls back on failure. */
final class StackUpdate {

    private final ManagedStack stack;
    private final StackContext tools;

    StackUpdate(ManagedStack stack, StackContext tools) {
        this.stack = stack;
        this.tools = tools;
    }

    void run(Cancellation cancellation) {
        StackState now = stack.now();
        StackTemplate template = StackTemplates.of(now, now.input());
        StackValues values = new StackValues(stack::now, now.input());
        boolean tagsChanged =
                !now.input().tags().equals(now.progress().inputBefore().tags());
        ResourceProvisioner steps = new ResourceProvisioner(stack, tools, cancellation);
        List<String> wanted = template.resources();
        List<String> failed = DependencyGraph.of(wanted, template::dependencies)
                .run(
                        tools.threads(),
                        id -> has(now, id)
                                ? steps.update(id, template, values, tagsChanged)
                                : steps.create(id, template, values));
        StackOutputs.Result outputs = failed.isEmpty()
                ? StackOutputs.of(template, values)
                : new StackOutputs.Result(List.of(), Optional.of(reason(failed, now)));
        if (outputs.problem().isPresent()) {
            giveUp(outputs.problem().get());
            return;
        }
        stack.outputs(outputs.outputs());
        now.resources().values().stream()
                .filter(resource -> !wanted.contains(resource.logicalId()))
                .forEach(resource ->
                        stack.change(old -> old.withSuperseded(resource).without(resource.logicalId())));
        stack.status(StackStatus.UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, "");
        cleanUp(StackStatus.UPDATE_COMPLETE);
    }

    private static boolean has(StackState stack, String id) {
        StackResource resource = stack.resources().get(id);
        return resource != null && resource.exists();
    }

    private static String reason(List<String> failed, StackState before) {
        Map<String, List<String>> byVerb = new TreeMap<>();
        failed.forEach(id -> byVerb.computeIfAbsent(
                        before.resources().containsKey(id) ? "update" : "create", _ -> new ArrayList<>())
                .add(id));
        StringBuilder reason = new StringBuilder();
        byVerb.forEach((verb, ids) -> reason.append("The following resource(s) failed to ")
                .append(verb)
                .append(": [")
                .append(String.join(", ", ids))
                .append("]. "));
        return reason.toString();
    }

    private void giveUp(String reason) {
        stack.status(StackStatus.UPDATE_ROLLBACK_IN_PROGRESS, reason);
        rollBack();
    }

    /** Rolls back the update. */
    void rollBack() {
        StackState now = stack.now();
        Map<String, StackResource> before = now.progress().before();
        StackTemplate template = StackTemplates.of(now, now.progress().inputBefore());
        ResourceProvisioner steps = new ResourceProvisioner(stack, tools, new Cancellation());
        List<String> failed = DependencyGraph.of(before.keySet(), template::dependencies)
                .run(tools.threads(), id -> steps.rollBack(Objects.requireNonNull(before.get(id))));
        if (!failed.isEmpty()) {
            stack.status(
                    StackStatus.UPDATE_ROLLBACK_FAILED,
                    "The following resource(s) failed to update: [" + String.join(", ", failed) + "]. ");
            return;
        }
        stack.now().resources().values().stream()
                .filter(resource -> !before.containsKey(resource.logicalId()))
                .forEach(resource ->
                        stack.change(old -> old.withSuperseded(resource).without(resource.logicalId())));
        // Keep the token of the update for repeated calls.
        stack.change(old ->
                old.withInput(old.progress().inputBefore().withToken(old.input().token())));
        stack.status(StackStatus.UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS, "");
        cleanUp(StackStatus.UPDATE_ROLLBACK_COMPLETE);
    }

    /** Deletes replaced resources; failures do not fail the stack. */
    void cleanUp(StackStatus end) {
        ResourceProvisioner steps = new ResourceProvisioner(stack, tools, new Cancellation());
        for (StackResource old : stack.now().progress().superseded().reversed()) {
            StackResource current = stack.now().resources().get(old.logicalId());
            boolean inUse = current != null && current.physicalId().equals(old.physicalId());
            if (old.exists() && !inUse) {
                steps.deleteSuperseded(old);
            }
        }
        stack.status(end, "");
    }
}
