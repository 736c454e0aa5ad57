package dev.backplane.local.cloudformation;

import java.util.concurrent.CompletableFuture;

/** Cancels an operation. */
final class Cancellation {

    private final CompletableFuture<Void> signal = new CompletableFuture<>();

    void cancel() {
        signal.complete(null);
    }

    boolean isCancelled() {
        return signal.isDone();
    }

    /** Completes on cancellation. */
    CompletableFuture<Void> signal() {
        return signal.copy();
    }
}
