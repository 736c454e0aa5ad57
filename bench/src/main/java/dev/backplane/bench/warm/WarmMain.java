package dev.backplane.bench.warm;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Measures the hot operations in a process of its own, which runs Java as functions do. */
public final class WarmMain {

    private WarmMain() {}

    /** Measures on the engine that is named, as much as is said after it, and prints a line of each operation. */
    public static void main(String[] arguments) throws IOException {
        try (WarmSuite suite = new WarmSuite(URI.create(arguments[0]))) {
            measure(suite, Effort.parse(List.of(arguments).subList(1, arguments.length)))
                    .forEach(each -> System.out.println(each.result().toLine()));
        }
        System.out.flush();
        // Rather than an orderly end: threads of the client may be left, and nobody waits for them.
        Runtime.getRuntime().halt(0);
    }

    private static List<Comparison> measure(WarmSuite suite, Effort effort) throws IOException {
        List<Comparison> comparisons = new HotOperations(suite, effort.batch())
                .all()
                .map(operation -> new Comparison(suite, operation))
                .toList();
        // All are warm before the first is measured, as most of what they run is the same code.
        for (Comparison each : comparisons) {
            each.run(effort.warmUp(), false);
        }
        // In turns too, so that a bad moment of the machine is not the bad figure of one operation.
        for (int turn = 0; turn < effort.turns(); turn++) {
            for (Comparison each : comparisons) {
                each.run(Math.ceilDiv(effort.rounds(), effort.turns()), true);
            }
        }
        return comparisons;
    }
}
