package dev.backplane.local.cloudformation;

import java.util.concurrent.CompletableFuture;

/** Breaks off an operation: what waits stops waiting, what is not begun does not begin. */
final class Cancellation {
    private final CompletableFuture<Void> signal = new CompletableFuture<>();

    void cancel() {
        signal.complete(null);
    }

    boolean isCancelled() {
        return signal.isDone();
    }

    /** Completes when it happens. */
    CompletableFuture<Void> signal() {
        return signal.copy();
    }
}
