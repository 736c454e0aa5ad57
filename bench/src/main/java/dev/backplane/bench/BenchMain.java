package dev.backplane.bench;

import java.util.List;

/** Runs the benchmarks of the suite, or lists them. */
public final class BenchMain {

    private static final int USAGE = 2;

    private static final List<Benchmark> BENCHMARKS = List.of(new Benchmark(
            "pool-claims", "claims a second against the bare transaction, on DynamoDB Local", PoolClaims::run));

    /** What can be run under a name. */
    private record Benchmark(String name, String purpose, Runnable work) {}

    private BenchMain() {}

    /** Runs the benchmarks that are named, one after the other; without a name prints which there are. */
    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            BENCHMARKS.forEach(benchmark -> System.out.println(benchmark.name() + "  " + benchmark.purpose()));
        }
        for (String name : arguments) {
            BENCHMARKS.stream()
                    .filter(benchmark -> benchmark.name().equals(name))
                    .findFirst()
                    .ifPresentOrElse(benchmark -> benchmark.work().run(), () -> fail(name));
        }
    }

    private static void fail(String name) {
        System.err.println("There is no benchmark '" + name + "'. Without a name, they are listed.");
        System.exit(USAGE);
    }
}
