package dev.backplane.platform;

import dev.backplane.platform.log.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs independent calls concurrently, with the meter and the deadline of the current invocation. */
public final class Parallel {

    private Parallel() {}

    /**
     * Applies a function to each input with limited concurrency, and waits for all results.
     *
     * @return the results in the order of the inputs
     * @throws RuntimeException the failure of the first failed input, thrown when all inputs are done
     */
    public static <T, R> List<R> map(List<T> inputs, int atOnce, Function<T, R> work) {
        Semaphore free = new Semaphore(atOnce);
        List<Future<R>> results = new ArrayList<>(inputs.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T input : inputs) {
                Supplier<R> carried = Deadline.carry(Meter.carry(() -> work.apply(input)));
                results.add(threads.submit(() -> {
                    free.acquire();
                    try {
                        return carried.get();
                    } finally {
                        free.release();
                    }
                }));
            }
        }
        return results.stream().map(Parallel::resultOf).toList();
    }

    private static <R> R resultOf(Future<R> done) {
        try {
            return done.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for calls", e);
        }
    }
}
