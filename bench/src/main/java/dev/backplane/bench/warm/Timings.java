package dev.backplane.bench.warm;

import dev.backplane.bench.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The times and allocations of a handler, or of its calls alone. */
final class Timings {

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<double[]> rounds = new ArrayList<>();
    private long bytes;

    /** Runs work a number of times, and records the times unless this is a warm-up. */
    void batch(int times, boolean counts, Work work) throws IOException {
        double[] micros = new double[times];
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        for (int index = 0; index < times; index++) {
            long start = System.nanoTime();
            work.doOnce(index);
            micros[index] = (System.nanoTime() - start) / 1e3;
        }
        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        if (counts) {
            rounds.add(micros);
            bytes += allocated;
        }
    }

    /** One piece of work of a batch. */
    @FunctionalInterface
    interface Work {
        void doOnce(int index) throws IOException;
    }

    Result.Summary summary() {
        double[] all = rounds.stream().flatMapToDouble(Arrays::stream).toArray();
        return new Result.Summary(
                Figures.percentile(50, all), Figures.percentile(99, all), (double) bytes / all.length);
    }

    /** Returns the median ratio to the other's times, round by round. */
    double medianRatioTo(Timings other) {
        return Figures.median(IntStream.range(0, rounds.size())
                .mapToDouble(round ->
                        Figures.percentile(50, rounds.get(round)) / Figures.percentile(50, other.rounds.get(round)))
                .toArray());
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }
}
