package dev.backplane.bench.coldstart;

import dev.backplane.bench.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The tables of the measured starts. */
final class ColdStartReport {

    private static final double MEGA = 1e6;
    private static final String NONE = "";

    private final Report report;
    private final Samples samples;
    private final List<Variant> variants;

    ColdStartReport(Report report, Samples samples, List<Variant> variants) {
        this.report = report;
        this.samples = samples;
        this.variants = List.copyOf(variants);
    }

    /** Prints the times since process start. */
    void table(MeasuredOperation operation) {
        report.heading(operation.name());
        List<List<String>> rows = variants.stream()
                .filter(variant -> !variant.restored() && samples.has(operation, variant.name()))
                .map(variant -> row(operation, variant))
                .toList();
        report.table(
                List.of(
                        "variant",
                        "median ms",
                        "min ms",
                        "vs naive",
                        "vs Python",
                        "CPU ms",
                        "RSS MB",
                        "RSS vs naive",
                        "zip MB"),
                rows);
    }

    private List<String> row(MeasuredOperation operation, Variant variant) {
        List<Sample> measured = samples.of(operation, variant.name());
        return List.of(
                variant.name(),
                median(measured, Sample::response),
                Report.number(Sample.min(measured)),
                ratio(operation, variant, Variant.NAIVE, Sample::response),
                ratio(operation, variant, Variant.PYTHON, Sample::response),
                median(measured, Sample::processor),
                median(measured, sample -> sample.memory() / MEGA),
                ratio(operation, variant, Variant.NAIVE, Sample::memory),
                variant.packageBytes()
                        .apply(operation)
                        .map(bytes -> Report.number(bytes / MEGA))
                        .orElse(NONE));
    }

    private String ratio(MeasuredOperation operation, Variant variant, String other, ToDoubleFunction<Sample> figure) {
        return samples.has(operation, other)
                ? Report.number(samples.ratio(operation, variant.name(), other, figure))
                : NONE;
    }

    private static String median(List<Sample> measured, ToDoubleFunction<Sample> figure) {
        return Report.number(Sample.median(measured, figure));
    }

    /** Prints the steps of each start that are visible from outside the process. */
    void steps(List<MeasuredOperation> operations) {
        report.heading("Where the time goes");
        report.table(
                List.of("operation", "variant", "first event ms", "connection ms", "first request ms", "response ms"),
                operations.stream()
                        .flatMap(operation -> variants.stream()
                                .filter(variant -> !variant.restored() && samples.has(operation, variant.name()))
                                .map(variant -> steps(operation, samples.of(operation, variant.name()), variant)))
                        .toList());
    }

    private static List<String> steps(MeasuredOperation operation, List<Sample> measured, Variant variant) {
        return List.of(
                operation.name(),
                variant.name(),
                median(measured, Sample::ready),
                step(measured, Sample::connected),
                step(measured, Sample::requested),
                median(measured, Sample::response));
    }

    private static String step(List<Sample> measured, Function<Sample, Optional<Double>> figure) {
        List<Sample> seen = measured.stream()
                .filter(sample -> figure.apply(sample).isPresent())
                .toList();
        return seen.isEmpty()
                ? NONE
                : median(seen, sample -> figure.apply(sample).orElseThrow());
    }

    /** Prints the times since the restore, and the number of classes loaded after it. */
    void restores(List<MeasuredOperation> operations, Optional<ClassCount> count) {
        report.heading("Restored from a snapshot");
        List<List<String>> rows = new ArrayList<>();
        for (MeasuredOperation operation : operations) {
            for (Variant variant : variants) {
                if (variant.restored()) {
                    rows.add(restore(operation, variant, count));
                }
            }
        }
        report.table(
                List.of(
                        "operation",
                        "variant",
                        "median ms",
                        "min ms",
                        "vs not rehearsed",
                        "vs naive",
                        "CPU ms",
                        "classes"),
                rows);
    }

    private List<String> restore(MeasuredOperation operation, Variant variant, Optional<ClassCount> count) {
        List<Sample> measured = samples.of(operation, variant.name());
        return List.of(
                operation.name(),
                variant.name(),
                median(measured, Sample::response),
                Report.number(Sample.min(measured)),
                ratio(operation, variant, Variant.NOT_REHEARSED, Sample::response),
                ratio(operation, variant, Variant.NAIVE_RESTORED, Sample::response),
                median(measured, Sample::processor),
                count.map(classes -> Long.toString(classes.of(variant, operation)))
                        .orElse(NONE));
    }
}
