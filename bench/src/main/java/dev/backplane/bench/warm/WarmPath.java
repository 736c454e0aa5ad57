package dev.backplane.bench.warm;

import dev.backplane.bench.Benchmark;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What a warm function adds to the calls that it makes, and what its codecs cost. */
public final class WarmPath implements Benchmark {

    private static final int BATCH = 20;
    private static final int WARM_UP = 200;
    private static final int ROUNDS = 100;
    private static final int TURNS = 5;
    private static final double MOST_OVERHEAD = 0.15;

    @Override
    public String name() {
        return "warm";
    }

    @Override
    public String purpose() {
        return "what handlers add to their calls, and what codecs cost";
    }

    @Override
    public void run(Options options, Report report) {
        handlers(options, report);
        Codecs.measure(options.smoke(), report);
    }

    private static void handlers(Options options, Report report) {
        List<Comparison> comparisons = compare(options);
        report.heading("Handlers over the calls that they make");
        report.table(
                List.of("operation", "calls", "p50", "bare", "p99", "bare", "allocated", "bare", "overhead at p50"),
                comparisons.stream().map(WarmPath::row).toList());
        comparisons.stream()
                .filter(Comparison::hasCalls)
                .forEach(each -> report.atMost("overhead of " + each.name(), each.overhead(), MOST_OVERHEAD));
    }

    private static List<Comparison> compare(Options options) {
        int batch = options.smoke() ? 2 : BATCH;
        int warmUp = options.smoke() ? 0 : WARM_UP;
        int rounds = options.smoke() ? 1 : options.repetitions().orElse(ROUNDS);
        int turns = options.smoke() ? 1 : TURNS;
        try (WarmSuite suite = new WarmSuite()) {
            List<Comparison> comparisons = new HotOperations(suite, batch)
                    .all()
                    .map(operation -> new Comparison(suite, operation))
                    .toList();
            // All are warm before the first is measured, as most of what they run is the same code.
            for (Comparison each : comparisons) {
                each.run(warmUp, false);
            }
            // In turns too, so that a bad moment of the machine is not the bad figure of one operation.
            for (int turn = 0; turn < turns; turn++) {
                for (Comparison each : comparisons) {
                    each.run(Math.ceilDiv(rounds, turns), true);
                }
            }
            return comparisons;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> row(Comparison each) {
        boolean compared = each.hasCalls();
        return List.of(
                each.name(),
                Report.number(each.callsEach()),
                micros(each.handler(), 50),
                compared ? micros(each.bare(), 50) : "",
                micros(each.handler(), 99),
                compared ? micros(each.bare(), 99) : "",
                kilobytes(each.handler()),
                compared ? kilobytes(each.bare()) : "",
                compared ? Report.number(each.overhead()) : "");
    }

    private static String micros(Side side, double percent) {
        return Report.number(side.percentile(percent)) + " µs";
    }

    private static String kilobytes(Side side) {
        return Report.number(side.bytesEach() / 1000) + " kB";
    }
}
