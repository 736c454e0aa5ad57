package dev.backplane.bench;

import java.util.List;

/** Lists the benchmarks of the suite. */
public final class BenchMain {

    /** The name and purpose of each benchmark, one a line. */
    private static final List<String> BENCHMARKS = List.of();

    private BenchMain() {}

    /** Prints the benchmarks that can be run. */
    public static void main(String[] arguments) {
        System.out.println(BENCHMARKS.isEmpty() ? "No benchmark exists yet." : String.join("\n", BENCHMARKS));
    }
}
