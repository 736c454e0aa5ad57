package dev.backplane.testing;

import dev.backplane.platform.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Runs work on many threads at the same moment. */
public final class Threads {

    /** Only a deadlock takes this long; a slow machine must not fail a test. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    private Threads() {}

    /** The work of one thread, which receives its index. */
    @FunctionalInterface
    public interface Task<T> {
        T run(int thread) throws Exception;
    }

    /** The results of the threads. */
    public record Race<T>(List<T> results, List<Throwable> failures) {

        /** Returns the results; fails if any thread failed. */
        public List<T> allResults() {
            if (!failures.isEmpty()) {
                AssertionError error = new AssertionError(failures.size() + " threads failed");
                failures.forEach(error::addSuppressed);
                throw error;
            }
            return results;
        }
    }

    /** Starts the threads, releases them at once, and waits for them. */
    public static <T> Race<T> race(int threads, Task<T> task) {
        CyclicBarrier start = new CyclicBarrier(threads);
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Callable<T>> runners = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                runners.add(() -> {
                    start.await();
                    return task.run(thread);
                });
            }
            return finish(runners.stream().map(executor::submit).toList());
        }
    }

    /**
     * Repeats a call while it is rejected as contended, as callers do.
     *
     * @throws Unavailable if it is still rejected after {@link #PATIENCE}, or if the thread is interrupted
     */
    public static <T> T untilServed(Supplier<T> call) {
        return untilServed(call, PATIENCE);
    }

    static <T> T untilServed(Supplier<T> call, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return call.get();
            } catch (Unavailable refusal) {
                if (!refusal.code().equals("CONTENDED") || System.nanoTime() - deadline > 0) {
                    throw refusal;
                }
                LockSupport.parkNanos(refusal.retryAfter().toNanos());
                if (Thread.currentThread().isInterrupted()) {
                    throw refusal;
                }
            }
        }
    }

    private static <T> Race<T> finish(List<Future<T>> runs) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<T> results = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (Future<T> run : runs) {
            try {
                results.add(run.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
            } catch (ExecutionException e) {
                failures.add(e.getCause() == null ? e : e.getCause());
            } catch (TimeoutException e) {
                runs.forEach(each -> each.cancel(true));
                throw new AssertionError("the race did not end within " + PATIENCE, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
        return new Race<>(results, failures);
    }
}
