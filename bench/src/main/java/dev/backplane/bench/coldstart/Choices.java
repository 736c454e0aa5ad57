package dev.backplane.bench.coldstart;

import dev.backplane.bench.Benchmark;
import dev.backplane.bench.Figures;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.local.runtime.ManagedJava;
import dev.backplane.local.runtime.RuntimeApi.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares the libraries that a function could use, by a function that reads one item, cold and warm. */
public final class Choices implements Benchmark {

    private static final int REPETITIONS = 11;
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double BYTES_OF_MEGABYTE = 1e6;

    private record Warm(int before, int counted) {}

    /**
     * One call of a warm function, in milliseconds.
     *
     * @param processor the mean processor time
     */
    private record Warmth(double median, double processor) {

        static Warmth of(List<Double> times, Duration processor) {
            double[] all = times.stream().mapToDouble(Double::doubleValue).toArray();
            return new Warmth(Figures.median(all), (double) processor.toMillis() / all.length);
        }
    }

    private static final Warm WARM = new Warm(50, 200);
    private static final Warm SMOKE = new Warm(1, 3);

    @Override
    public String name() {
        return "choices";
    }

    @Override
    public void run(Options options, Report report) {
        int repetitions = options.smoke() ? 1 : options.repetitions().orElse(REPETITIONS);
        List<Probe> probes = options.smoke() ? Probe.ALL.subList(0, 2) : Probe.ALL;
        try (LocalDynamoDb dynamoDb = new LocalDynamoDb();
                ManagedJava java = new ManagedJava();
                WorkFolder work = new WorkFolder()) {
            ProbeLaunches launches = new ProbeLaunches(java, work);
            MeasuredOperation operation = dynamoDb.read();
            if (!options.smoke()) {
                dynamoDb.warmUp(List.of());
            }
            List<Variant> managed = probes.stream().map(launches::managed).toList();
            List<Variant> cached = options.smoke()
                    ? List.of()
                    : probes.stream().map(launches::cached).toList();
            List<Variant> all = Stream.concat(managed.stream(), cached.stream()).toList();
            Samples samples = cold(new StartTimer(dynamoDb), operation, all, repetitions);
            Map<String, Warmth> warm = warm(operation, managed, options.smoke() ? SMOKE : WARM);
            Stream.of(managed, cached)
                    .filter(variants -> !variants.isEmpty())
                    .forEach(variants -> show(report, operation, variants, samples, warm));
        }
    }

    private static Samples cold(
            StartTimer timer, MeasuredOperation operation, List<Variant> variants, int repetitions) {
        Samples samples = new Samples();
        for (int round = 0; round < repetitions; round++) {
            List<Variant> order = new ArrayList<>(variants);
            Collections.rotate(order, round);
            order.forEach(variant -> samples.add(operation, variant, timer.run(variant, operation)));
        }
        return samples;
    }

    /** Calls all functions in turn while all of them run. */
    private static Map<String, Warmth> warm(MeasuredOperation operation, List<Variant> variants, Warm calls) {
        Map<String, FunctionProcess> functions = new LinkedHashMap<>();
        try {
            variants.forEach(variant -> functions.put(
                    variant.name(), new FunctionProcess(variant.launch().apply(operation))));
            for (int call = 0; call < calls.before(); call++) {
                functions.values().forEach(function -> call(function, operation));
            }
            Map<String, Duration> before = new LinkedHashMap<>();
            functions.forEach((name, function) -> before.put(name, function.processorTime()));
            Map<String, List<Double>> times = new LinkedHashMap<>();
            for (int call = 0; call < calls.counted(); call++) {
                functions.forEach((name, function) ->
                        times.computeIfAbsent(name, _ -> new ArrayList<>()).add(call(function, operation)));
            }
            Map<String, Warmth> warmth = new LinkedHashMap<>();
            functions.forEach((name, function) -> warmth.put(
                    name,
                    Warmth.of(
                            times.getOrDefault(name, List.of()),
                            function.processorTime().minus(before.getOrDefault(name, Duration.ZERO)))));
            return warmth;
        } finally {
            functions.values().forEach(FunctionProcess::close);
        }
    }

    private static double call(FunctionProcess function, MeasuredOperation operation) {
        byte[] event = operation.events().get();
        long start = System.nanoTime();
        Answer answer = function.invoke(event);
        operation.check().accept(answer.payload());
        return (answer.nanoTime() - start) / NANOS_OF_MILLI;
    }

    /** Prints all variants of one packaging; the first is the chosen one. */
    private static void show(
            Report report,
            MeasuredOperation operation,
            List<Variant> variants,
            Samples samples,
            Map<String, Warmth> warm) {
        List<List<String>> rows = new ArrayList<>();
        String chosen = variants.getFirst().name();
        for (Variant variant : variants) {
            List<Sample> measured = samples.of(operation, variant.name());
            Optional<Warmth> warmth = Optional.ofNullable(warm.get(variant.name()));
            rows.add(List.of(
                    variant.name(),
                    Report.number(Sample.median(measured, Sample::response)),
                    Report.number(samples.ratio(operation, variant.name(), chosen, Sample::response)),
                    Report.number(Sample.median(measured, Sample::processor)),
                    Report.number(samples.ratio(operation, variant.name(), chosen, Sample::processor)),
                    Report.number(Sample.median(measured, Sample::memory) / BYTES_OF_MEGABYTE),
                    warmth.map(Warmth::median).map(Report::number).orElse(""),
                    warmth.map(Warmth::processor).map(Report::number).orElse("")));
        }
        report.table(
                List.of(
                        "libraries",
                        "cold ms",
                        "ratio",
                        "cold CPU ms",
                        "CPU ratio",
                        "RSS MB",
                        "warm p50 ms",
                        "warm CPU ms"),
                rows);
    }
}
