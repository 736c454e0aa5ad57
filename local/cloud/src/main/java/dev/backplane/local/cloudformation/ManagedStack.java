package dev.backplane.local.cloudformation;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A stack that changes: every change is kept before anybody sees it, and one operation follows another. */
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

    /** Goes on to another status, unless something else has begun meanwhile. */
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

    /** Tells about a physical resource that is not, or no longer, the one of its logical id. */
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

    /** Lets an operation run after the one that is under way, which is broken off. */
    synchronized void begin(Consumer<Cancellation> operation, Executor threads) {
        cancellation.cancel();
        Cancellation own = new Cancellation();
        cancellation = own;
        // How an earlier one ended is told by the stack's status.
        running = running.exceptionally(_ -> null).thenRunAsync(() -> operation.accept(own), threads);
    }
}
