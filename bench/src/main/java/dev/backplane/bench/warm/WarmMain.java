package dev.backplane.bench.warm;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Measures operations in a separate process with the JVM flags of functions. */
public final class WarmMain {

    private WarmMain() {}

    /** Measures against the given engine and prints one line per operation. */
    public static void main(String[] arguments) throws IOException {
        try (WarmSuite suite = new WarmSuite(URI.create(arguments[0]))) {
            measure(suite, Repetitions.parse(List.of(arguments).subList(1, arguments.length)))
                    .forEach(each -> System.out.println(each.result().toLine()));
        }
        System.out.flush();
        // Threads of the client may still be running.
        Runtime.getRuntime().halt(0);
    }

    private static List<Comparison> measure(WarmSuite suite, Repetitions effort) throws IOException {
        List<Comparison> comparisons = new HotOperations(suite, effort.batch())
                .all()
                .map(operation -> new Comparison(suite, operation))
                .toList();
        // All operations warm up before the first is measured, because they share most of their code.
        for (Comparison each : comparisons) {
            each.run(effort.warmUp(), false);
        }
        // Operations alternate, so that a load peak does not affect one of them only.
        for (int turn = 0; turn < effort.turns(); turn++) {
            for (Comparison each : comparisons) {
                each.run(Math.ceilDiv(effort.rounds(), effort.turns()), true);
            }
        }
        return comparisons;
    }
}
