package dev.backplane.bench.warm;

import dev.backplane.bench.Benchmark;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import java.util.List;
import java.util.function.Function;

/** Measures the overhead of warm functions over their calls to AWS, and the cost of codecs. */
public final class WarmPath implements Benchmark {

    private static final double MAX_OVERHEAD = 0.15;

    @Override
    public String name() {
        return "warm";
    }

    @Override
    public void run(Options options, Report report) {
        handlers(options, report);
        Codecs.measure(options.smoke(), report);
    }

    private static void handlers(Options options, Report report) {
        List<Result> results = WarmProcess.measure(Repetitions.of(options));
        report.heading("Handlers over the calls that they make");
        report.table(
                List.of("operation", "calls", "p50", "bare", "p99", "bare", "allocated", "bare", "overhead at p50"),
                results.stream().map(WarmPath::row).toList());
        results.forEach(each -> each.bare()
                .ifPresent(bare -> report.atMost("overhead of " + each.name(), bare.overhead(), MAX_OVERHEAD)));
    }

    private static List<String> row(Result each) {
        return List.of(
                each.name(),
                Report.number(each.calls()),
                micros(each.handler().p50()),
                bare(each, bare -> micros(bare.summary().p50())),
                micros(each.handler().p99()),
                bare(each, bare -> micros(bare.summary().p99())),
                kilobytes(each.handler().bytes()),
                bare(each, bare -> kilobytes(bare.summary().bytes())),
                bare(each, bare -> Report.number(bare.overhead())));
    }

    private static String bare(Result each, Function<Result.Bare, String> cell) {
        return each.bare().map(cell).orElse("");
    }

    private static String micros(double figure) {
        return Report.number(figure) + " µs";
    }

    private static String kilobytes(double bytes) {
        return Report.number(bytes / 1000) + " kB";
    }
}
