package dev.backplane.bench.warm;

import dev.backplane.bench.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.stream.DoubleStream;

/** What one of two that are compared took, each time, and what it allocated. */
final class Side {

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final DoubleStream.Builder micros = DoubleStream.builder();
    private double[] sorted = {};
    private long bytes;
    private int count;

    /** Does something so many times, one after the other, and counts it unless this is to warm up. */
    void batch(int times, boolean counts, Work work) throws IOException {
        long[] nanos = new long[times];
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        for (int index = 0; index < times; index++) {
            long start = System.nanoTime();
            work.doOnce(index);
            nanos[index] = System.nanoTime() - start;
        }
        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        if (counts) {
            for (long each : nanos) {
                micros.add(each / 1e3);
            }
            bytes += allocated;
            count += times;
        }
    }

    /** One piece of work of a batch. */
    @FunctionalInterface
    interface Work {
        void doOnce(int index) throws IOException;
    }

    /** Returns the microseconds that so many percent did not pass. */
    double percentile(double percent) {
        if (sorted.length == 0) {
            sorted = micros.build().sorted().toArray();
        }
        return Figures.percentile(percent, sorted);
    }

    double bytesEach() {
        return (double) bytes / count;
    }

    int count() {
        return count;
    }
}
