package dev.backplane.bench.warm;

import dev.backplane.bench.Report;
import dev.backplane.local.runtime.ManagedJava;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures codecs with JMH: microseconds and allocated bytes per use. */
final class Codecs {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** Method prefixes and descriptions; {@link #BY} has the suffixes. */
    private static final List<Map.Entry<String, String>> CODECS = List.of(
            Map.entry("json", "JSON of 0.3 kB, parsed and written"),
            Map.entry("aliasKey", "key of an alias, parsed and written"),
            Map.entry("aliasPosition", "position of an alias, parsed and written"),
            Map.entry("layerPosition", "position of a layer, parsed and written"),
            Map.entry("poolKey", "key of a lease, parsed and written"));

    private static final List<String> BY = List.of("Ours", "Jackson");

    private Codecs() {}

    /** Measures all codecs; in a smoke run once each, in this process. */
    static void measure(boolean smoke, Report report) {
        Map<String, RunResult> results = run(smoke).stream()
                .collect(Collectors.toMap(result -> method(result.getParams().getBenchmark()), result -> result));
        report.heading("Codecs");
        report.table(
                List.of("codec", "ours", "Jackson", "ours", "Jackson"),
                CODECS.stream().map(codec -> row(codec, results)).toList());
    }

    private static Collection<RunResult> run(boolean smoke) {
        // JMH's lock is machine-wide, and other benchmarks may be running.
        System.setProperty("jmh.ignoreLock", "true");
        try {
            return new Runner(new OptionsBuilder()
                            .include(ValueCodecs.class.getName())
                            .mode(Mode.AverageTime)
                            .timeUnit(TimeUnit.MICROSECONDS)
                            .addProfiler(GCProfiler.class)
                            .forks(smoke ? 0 : 1)
                            .warmupIterations(smoke ? 0 : 4)
                            .warmupTime(TimeValue.milliseconds(500))
                            .measurementIterations(smoke ? 1 : 5)
                            .measurementTime(TimeValue.milliseconds(smoke ? 1 : 300))
                            .jvmArgsAppend(flags())
                            .shouldFailOnError(true)
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .run();
        } catch (RunnerException e) {
            throw new IllegalStateException("A codec failed", e);
        }
    }

    private static String[] flags() {
        return Stream.concat(ManagedJava.SNAPSHOT_FLAGS.stream(), Stream.of("--sun-misc-unsafe-memory-access=allow"))
                .toArray(String[]::new);
    }

    private static String method(String benchmark) {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    private static List<String> row(Map.Entry<String, String> codec, Map<String, RunResult> results) {
        return Stream.of(
                        Stream.of(codec.getValue()),
                        cells(
                                codec.getKey(),
                                results,
                                result -> result.getPrimaryResult().getScore(),
                                " µs"),
                        cells(codec.getKey(), results, Codecs::kilobytes, " kB"))
                .flatMap(cells -> cells)
                .toList();
    }

    private static Stream<String> cells(
            String codec, Map<String, RunResult> results, ToDoubleFunction<RunResult> figure, String unit) {
        return BY.stream().map(by -> {
            RunResult result = results.get(codec + by);
            return result == null ? "" : Report.number(figure.applyAsDouble(result)) + unit;
        });
    }

    private static double kilobytes(RunResult result) {
        Result<?> allocated =
                Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED));
        return allocated.getScore() / 1000;
    }
}
