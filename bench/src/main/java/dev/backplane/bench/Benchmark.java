package dev.backplane.bench;

/** Something that is measured under a name. */
public interface Benchmark {

    /** What it is called on the command line, such as {@code cold-start}. */
    String name();

    /** What it tells, in half a line. */
    String purpose();

    /** Measures, and tells the report. */
    void run(Options options, Report report);
}
