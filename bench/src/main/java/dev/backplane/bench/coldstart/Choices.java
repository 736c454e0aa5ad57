package dev.backplane.bench.coldstart;

import dev.backplane.bench.Benchmark;
import dev.backplane.bench.Figures;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.local.runtime.ManagedJava;
import dev.backplane.local.runtime.RuntimeApi.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a function could be made of, by what a function costs that reads one item with it, cold and warm. */
public final class Choices implements Benchmark {

    private static final int REPETITIONS = 11;
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double BYTES_OF_MEGABYTE = 1e6;

    private record Warm(int before, int counted) {}

    private static final Warm WARM = new Warm(50, 200);
    private static final Warm SMOKE = new Warm(1, 3);

    @Override
    public String name() {
        return "choices";
    }

    @Override
    public String purpose() {
        return "HTTP clients, JSON and event decoding: one read, cold and warm";
    }

    @Override
    public void run(Options options, Report report) {
        int repetitions = options.smoke() ? 1 : options.repetitions().orElse(REPETITIONS);
        List<Probe> probes = options.smoke() ? Probe.ALL.subList(0, 2) : Probe.ALL;
        try (Scene scene = new Scene();
                ManagedJava java = new ManagedJava();
                Workshop workshop = new Workshop()) {
            ProbeLaunches launches = new ProbeLaunches(java, workshop);
            Subject subject = scene.read();
            List<Variant> variants = new ArrayList<>();
            probes.forEach(probe -> variants.add(launches.managed(probe)));
            if (!options.smoke()) {
                probes.forEach(probe -> variants.add(launches.cached(probe)));
            }
            Samples samples = cold(new Trial(scene.front()), subject, variants, repetitions);
            Map<String, Double> warm =
                    warm(subject, variants.subList(0, probes.size()), options.smoke() ? SMOKE : WARM);
            show(report, subject, variants, samples, warm);
        }
    }

    private static Samples cold(Trial trial, Subject subject, List<Variant> variants, int repetitions) {
        Samples samples = new Samples();
        for (int round = 0; round < repetitions; round++) {
            List<Variant> order = new ArrayList<>(variants);
            Collections.rotate(order, round);
            order.forEach(variant -> samples.add(subject, variant, trial.run(variant, subject)));
        }
        return samples;
    }

    /** Has all functions running at the same time, and calls them in turn. */
    private static Map<String, Double> warm(Subject subject, List<Variant> variants, Warm calls) {
        Map<String, FunctionProcess> functions = new LinkedHashMap<>();
        Map<String, List<Double>> times = new LinkedHashMap<>();
        try {
            variants.forEach(variant -> functions.put(
                    variant.name(), new FunctionProcess(variant.launch().apply(subject))));
            for (int call = -calls.before(); call < calls.counted(); call++) {
                for (var function : functions.entrySet()) {
                    double time = call(function.getValue(), subject);
                    if (call >= 0) {
                        times.computeIfAbsent(function.getKey(), _ -> new ArrayList<>())
                                .add(time);
                    }
                }
            }
            Map<String, Double> medians = new LinkedHashMap<>();
            times.forEach((name, all) -> medians.put(
                    name,
                    Figures.median(all.stream().mapToDouble(Double::doubleValue).toArray())));
            return medians;
        } finally {
            functions.values().forEach(FunctionProcess::close);
        }
    }

    private static double call(FunctionProcess function, Subject subject) {
        byte[] event = subject.events().get();
        long start = System.nanoTime();
        Answer answer = function.invoke(event);
        subject.check().accept(answer.payload());
        return (answer.nanoTime() - start) / NANOS_OF_MILLI;
    }

    private static void show(
            Report report, Subject subject, List<Variant> variants, Samples samples, Map<String, Double> warm) {
        List<List<String>> rows = new ArrayList<>();
        String chosen = variants.getFirst().name();
        for (Variant variant : variants) {
            List<Sample> measured = samples.of(subject, variant.name());
            Optional<Double> time = Optional.ofNullable(warm.get(variant.name()));
            rows.add(List.of(
                    variant.name(),
                    Report.number(Sample.median(measured, Sample::answer)),
                    Report.number(Sample.least(measured)),
                    Report.number(samples.ratio(subject, variant.name(), chosen, Sample::answer)),
                    Report.number(Sample.median(measured, Sample::processor)),
                    Report.number(Sample.median(measured, Sample::memory) / BYTES_OF_MEGABYTE),
                    time.map(Report::number).orElse(""),
                    time.map(millis -> Report.number(millis / warm.getOrDefault(chosen, Double.NaN)))
                            .orElse("")));
        }
        report.table(
                List.of("made of", "cold ms", "least ms", "ratio", "CPU ms", "RSS MB", "warm p50 ms", "warm ratio"),
                rows);
    }
}
