package dev.backplane.bench;

/** A benchmark of the command line. */
public interface Benchmark {

    /** Returns the name on the command line, such as {@code cold-start}. */
    String name();

    /** Runs the benchmark and writes its results to the report. */
    void run(Options options, Report report);
}
