package dev.backplane.local.cloudformation;

import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.List;

/** Creates a stack and handles failure as requested. */
final class StackCreation {

    private final ManagedStack stack;
    private final StackContext tools;

    StackCreation(ManagedStack stack, StackContext tools) {
        this.stack = stack;
        this.tools = tools;
    }

    void run(Cancellation cancellation) {
        StackInput input = stack.now().input();
        StackTemplate template = StackTemplates.of(stack.now(), input);
        StackValues values = new StackValues(stack::now, input);
        ResourceProvisioner steps = new ResourceProvisioner(stack, tools, cancellation);
        DependencyGraph graph = DependencyGraph.of(template.resources(), template::dependencies);
        List<String> failed = graph.run(tools.threads(), id -> steps.create(id, template, values));
        if (!failed.isEmpty()) {
            giveUp("The following resource(s) failed to create: [" + String.join(", ", failed) + "]. ");
            return;
        }
        StackOutputs.Result outputs = StackOutputs.of(template, values);
        if (outputs.problem().isPresent()) {
            giveUp(outputs.problem().get());
            return;
        }
        stack.outputs(outputs.outputs());
        stack.statusAfter(StackStatus.CREATE_IN_PROGRESS, StackStatus.CREATE_COMPLETE, "");
    }

    /** Handles a failed creation. */
    void giveUp(String reason) {
        StackStatus now = StackStatus.CREATE_IN_PROGRESS;
        switch (stack.now().input().onFailure()) {
            case "DELETE" -> {
                if (stack.statusAfter(now, StackStatus.DELETE_IN_PROGRESS, reason + "Delete requested by user.")) {
                    new StackDeletion(stack, tools).run();
                }
            }
            case "DO_NOTHING" -> stack.statusAfter(now, StackStatus.CREATE_FAILED, reason);
            default -> {
                if (stack.statusAfter(now, StackStatus.ROLLBACK_IN_PROGRESS, reason + "Rollback requested by user.")) {
                    new StackDeletion(stack, tools).rollBack();
                }
            }
        }
    }
}
