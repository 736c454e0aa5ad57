package dev.backplane.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Callers that do the same at the same time, each on a thread of its own. */
final class Crew implements AutoCloseable {

    private final int callers;
    private final ExecutorService threads;

    /**
     * What a crew did in one round.
     *
     * @param perSecond how many calls all callers together made
     * @param millis how long each call took
     */
    record Round(double perSecond, List<Double> millis) {}

    Crew(int callers) {
        this.callers = callers;
        this.threads = Executors.newFixedThreadPool(callers);
    }

    int size() {
        return callers;
    }

    /** Has all callers work for a time, or for as many turns as the work has, at least once. */
    Round work(Work work, Duration time) {
        work.before();
        long start = System.nanoTime();
        long end = start + time.toNanos();
        List<Double> millis = all(caller -> turns(work, caller, end)).stream()
                .flatMap(List::stream)
                .toList();
        double seconds = (System.nanoTime() - start) / 1e9;
        work.after();
        return new Round(millis.size() / seconds, millis);
    }

    private static List<Double> turns(Work work, int caller, long end) {
        List<Double> millis = new ArrayList<>();
        long before = System.nanoTime();
        int least = work.turns().orElse(1);
        for (int turn = 0; turn < least || (work.turns().isEmpty() && before < end); turn++) {
            work.call(caller, turn);
            long after = System.nanoTime();
            millis.add((after - before) / 1e6);
            before = after;
        }
        return millis;
    }

    /** Shares out a number of tasks. */
    void share(int tasks, IntConsumer task) {
        all(caller -> {
            for (int one = caller; one < tasks; one += callers) {
                task.accept(one);
            }
            return List.of();
        });
    }

    private interface Part {
        List<Double> of(int caller);
    }

    private List<List<Double>> all(Part part) {
        List<Callable<List<Double>>> parts = IntStream.range(0, callers)
                .<Callable<List<Double>>>mapToObj(caller -> () -> part.of(caller))
                .toList();
        try {
            List<List<Double>> results = new ArrayList<>();
            for (Future<List<Double>> done : threads.invokeAll(parts)) {
                results.add(done.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
