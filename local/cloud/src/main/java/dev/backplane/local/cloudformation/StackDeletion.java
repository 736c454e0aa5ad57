package dev.backplane.local.cloudformation;

import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.List;

/** Deletes the resources of a stack in reverse order. */
final class StackDeletion {

    private final ManagedStack stack;
    private final StackContext tools;

    StackDeletion(ManagedStack stack, StackContext tools) {
        this.stack = stack;
        this.tools = tools;
    }

    /** Deletes the stack. */
    void run() {
        end(deleteAll(true), StackStatus.DELETE_COMPLETE, StackStatus.DELETE_FAILED);
    }

    /** Rolls back a failed creation. */
    void rollBack() {
        end(deleteAll(false), StackStatus.ROLLBACK_COMPLETE, StackStatus.ROLLBACK_FAILED);
    }

    private void end(List<String> failed, StackStatus well, StackStatus badly) {
        if (failed.isEmpty()) {
            stack.status(well, "");
        } else {
            stack.status(badly, "The following resource(s) failed to delete: [" + String.join(", ", failed) + "]. ");
        }
    }

    private List<String> deleteAll(boolean mayRetain) {
        StackState now = stack.now();
        StackTemplate template = StackTemplates.of(now, now.input());
        ResourceProvisioner steps = new ResourceProvisioner(stack, tools, new Cancellation());
        return DependencyGraph.of(now.resources().keySet(), template::dependencies)
                .reversed()
                .run(tools.threads(), id -> {
                    if (mayRetain && isRetained(template, id)) {
                        steps.retain(id);
                        return true;
                    }
                    return steps.delete(id);
                });
    }

    private static boolean isRetained(StackTemplate template, String id) {
        return template.resource(id).path("DeletionPolicy").asText().equals("Retain");
    }
}
