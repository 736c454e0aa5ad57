package dev.backplane.local.cloudformation;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/** Runs stack operations in the background. */
final class StackOperations {

    private static final System.Logger LOG = System.getLogger(StackOperations.class.getName());
    private static final String STOPPED = "The local cloud was stopped during the operation";

    private final StackContext tools;

    StackOperations(StackContext tools) {
        this.tools = tools;
    }

    void create(ManagedStack stack) {
        begin(stack, cancellation -> new StackCreation(stack, tools).run(cancellation));
    }

    void update(ManagedStack stack) {
        begin(stack, cancellation -> new StackUpdate(stack, tools).run(cancellation));
    }

    void continueRollback(ManagedStack stack) {
        begin(stack, _ -> new StackUpdate(stack, tools).rollBack());
    }

    void delete(ManagedStack stack) {
        begin(stack, _ -> new StackDeletion(stack, tools).run());
    }

    /** Completes the operation of an earlier process; creations and updates are rolled back. */
    void resume(ManagedStack stack) {
        StackStatus status = stack.now().status();
        if (!status.isInProgress()) {
            return;
        }
        begin(stack, _ -> {
            List<StackResource> brokenOff = stack.now().resources().values().stream()
                    .filter(resource -> resource.status().endsWith("IN_PROGRESS"))
                    .toList();
            brokenOff.forEach(resource ->
                    stack.resource(resource.withStatus(resource.status().replace("IN_PROGRESS", "FAILED"), STOPPED)));
            goOn(stack, status);
        });
    }

    private void goOn(ManagedStack stack, StackStatus status) {
        switch (status) {
            case CREATE_IN_PROGRESS -> new StackCreation(stack, tools).giveUp(STOPPED + ". ");
            case ROLLBACK_IN_PROGRESS -> new StackDeletion(stack, tools).rollBack();
            case DELETE_IN_PROGRESS -> new StackDeletion(stack, tools).run();
            case UPDATE_IN_PROGRESS -> {
                stack.status(StackStatus.UPDATE_ROLLBACK_IN_PROGRESS, STOPPED + ". ");
                new StackUpdate(stack, tools).rollBack();
            }
            case UPDATE_ROLLBACK_IN_PROGRESS -> new StackUpdate(stack, tools).rollBack();
            case UPDATE_COMPLETE_CLEANUP_IN_PROGRESS ->
                new StackUpdate(stack, tools).cleanUp(StackStatus.UPDATE_COMPLETE);
            case UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS ->
                new StackUpdate(stack, tools).cleanUp(StackStatus.UPDATE_ROLLBACK_COMPLETE);
            default -> throw new IllegalStateException(status + " is not in progress");
        }
    }

    private void begin(ManagedStack stack, Consumer<Cancellation> operation) {
        stack.begin(
                cancellation -> {
                    try {
                        operation.accept(cancellation);
                    } catch (StoppedException stopped) {
                        throw stopped;
                    } catch (RuntimeException failure) {
                        fail(stack, failure);
                    }
                },
                tools.threads());
    }

    /** Marks the operation as failed, so that no stack stays in progress. */
    private static void fail(ManagedStack stack, RuntimeException failure) {
        if (failure.getCause() instanceof StoppedException stopped) {
            throw stopped;
        }
        LOG.log(Level.ERROR, "the operation on the stack " + stack.now().name() + " failed", failure);
        StackStatus end = switch (stack.now().status()) {
            case CREATE_IN_PROGRESS -> StackStatus.CREATE_FAILED;
            case ROLLBACK_IN_PROGRESS -> StackStatus.ROLLBACK_FAILED;
            case DELETE_IN_PROGRESS -> StackStatus.DELETE_FAILED;
            default -> StackStatus.UPDATE_ROLLBACK_FAILED;
        };
        stack.status(end, "Internal Failure: " + failure);
    }
}
