package dev.backplane.local.cloudformation;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A stack with its changing state. Changes are stored before they are visible; operations run one at a time. */
final class ManagedStack {

    private final InstantSource clock;
    private final Consumer<StackState> keep;
    private StackState stack;
    private Cancellation cancellation = new Cancellation();
    private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);

    ManagedStack(StackState stack, InstantSource clock, Consumer<StackState> keep) {
        this.stack = stack;
        this.clock = clock;
        this.keep = keep;
    }

    synchronized StackState now() {
        return stack;
    }

    synchronized void change(UnaryOperator<StackState> how) {
        StackState next = how.apply(stack);
        keep.accept(next);
        stack = next;
    }

    void status(StackStatus status, String reason) {
        change(old -> old.withStatus(status, reason, clock.millis()));
    }

    /** Changes the status if it still has the expected value. */
    synchronized boolean statusAfter(StackStatus expected, StackStatus status, String reason) {
        if (stack.status() != expected) {
            return false;
        }
        status(status, reason);
        return true;
    }

    void resource(StackResource resource) {
        change(old -> old.withResource(resource, clock.millis()));
    }

    /** Adds an event of a replaced physical resource. */
    void event(StackResource resource) {
        change(old ->
                old.with(StackEvents.of(resource.at(clock.millis()), old.input().token())));
    }

    void outputs(List<StackOutput> outputs) {
        change(old -> old.withOutputs(outputs));
    }

    long millis() {
        return clock.millis();
    }

    /** Cancels the current operation and starts another after it. */
    synchronized void begin(Consumer<Cancellation> operation, Executor threads) {
        cancellation.cancel();
        Cancellation own = new Cancellation();
        cancellation = own;
        // The status shows how the earlier operation ended.
        running = running.exceptionally(_ -> null).thenRunAsync(() -> operation.accept(own), threads);
    }
}
