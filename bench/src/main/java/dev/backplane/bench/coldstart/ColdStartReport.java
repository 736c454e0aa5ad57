package dev.backplane.bench.coldstart;

import dev.backplane.bench.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Shows what was measured, and holds it against what was promised. */
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

    /** Shows how long each variant took from the start of its process. */
    void table(Subject subject) {
        report.heading(subject.name());
        List<List<String>> rows = variants.stream()
                .filter(variant -> !variant.restored() && samples.has(subject, variant.name()))
                .map(variant -> row(subject, variant))
                .toList();
        report.table(
                List.of(
                        "variant",
                        "median ms",
                        "least ms",
                        "to naive",
                        "to Python",
                        "CPU ms",
                        "RSS MB",
                        "RSS to naive",
                        "zip MB"),
                rows);
    }

    private List<String> row(Subject subject, Variant variant) {
        List<Sample> measured = samples.of(subject, variant.name());
        return List.of(
                variant.name(),
                median(measured, Sample::answer),
                Report.number(Sample.least(measured)),
                ratio(subject, variant, Variant.NAIVE, Sample::answer),
                ratio(subject, variant, Variant.PYTHON, Sample::answer),
                median(measured, Sample::processor),
                median(measured, sample -> sample.memory() / MEGA),
                ratio(subject, variant, Variant.NAIVE, Sample::memory),
                variant.packageBytes()
                        .apply(subject)
                        .map(bytes -> Report.number(bytes / MEGA))
                        .orElse(NONE));
    }

    private String ratio(Subject subject, Variant variant, String other, ToDoubleFunction<Sample> figure) {
        return samples.has(subject, other)
                ? Report.number(samples.ratio(subject, variant.name(), other, figure))
                : NONE;
    }

    private static String median(List<Sample> measured, ToDoubleFunction<Sample> figure) {
        return Report.number(Sample.median(measured, figure));
    }

    /** Shows what lies between the floor and the others: the steps of each start, as they are seen from outside. */
    void steps(List<Subject> subjects) {
        report.heading("Where the time goes");
        report.table(
                List.of(
                        "operation",
                        "variant",
                        "to the first event ms",
                        "to the connection ms",
                        "to the first request ms",
                        "to the answer ms"),
                subjects.stream()
                        .flatMap(subject -> variants.stream()
                                .filter(variant -> !variant.restored() && samples.has(subject, variant.name()))
                                .map(variant -> steps(subject, samples.of(subject, variant.name()), variant)))
                        .toList());
    }

    private static List<String> steps(Subject subject, List<Sample> measured, Variant variant) {
        return List.of(
                subject.name(),
                variant.name(),
                median(measured, Sample::ready),
                step(measured, Sample::connected),
                step(measured, Sample::asked),
                median(measured, Sample::answer));
    }

    private static String step(List<Sample> measured, Function<Sample, Optional<Double>> figure) {
        List<Sample> seen = measured.stream()
                .filter(sample -> figure.apply(sample).isPresent())
                .toList();
        return seen.isEmpty()
                ? NONE
                : median(seen, sample -> figure.apply(sample).orElseThrow());
    }

    /** Shows how long restored functions took, and what they had left to load. */
    void restores(List<Subject> subjects, Optional<ClassCount> count) {
        report.heading("Restored from a snapshot");
        List<List<String>> rows = new ArrayList<>();
        for (Subject subject : subjects) {
            for (Variant variant : variants) {
                if (variant.restored()) {
                    rows.add(restore(subject, variant, count));
                }
            }
        }
        report.table(
                List.of(
                        "operation",
                        "variant",
                        "median ms",
                        "least ms",
                        "to not rehearsed",
                        "to naive",
                        "CPU ms",
                        "classes"),
                rows);
    }

    private List<String> restore(Subject subject, Variant variant, Optional<ClassCount> count) {
        List<Sample> measured = samples.of(subject, variant.name());
        return List.of(
                subject.name(),
                variant.name(),
                median(measured, Sample::answer),
                Report.number(Sample.least(measured)),
                ratio(subject, variant, Variant.UNPRIMED, Sample::answer),
                ratio(subject, variant, Variant.NAIVE_RESTORED, Sample::answer),
                median(measured, Sample::processor),
                count.map(classes -> Long.toString(classes.of(variant, subject)))
                        .orElse(NONE));
    }
}
