package dev.backplane.bench.coldstart;

import dev.backplane.bench.Report;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What the project says of its cold starts, held against what was measured, for every operation by itself. */
final class Promises {

    private static final double MEGA = 1e6;
    private static final double MOST_CLASSES = 15;

    private final Report report;
    private final Samples samples;
    private final Optional<ClassCount> classes;

    Promises(Report report, Samples samples, Optional<ClassCount> classes) {
        this.report = report;
        this.samples = samples;
        this.classes = classes;
    }

    void check(List<Subject> subjects, List<Variant> variants) {
        report.heading("Promises");
        Variant restored = variants.stream()
                .filter(variant -> variant.name().equals(Variant.PRIMED))
                .findFirst()
                .orElseThrow();
        for (Subject subject : subjects) {
            ratio(subject, "time", Variant.AOT, Variant.PYTHON, Sample::answer, 1.0);
            ratio(subject, "time", Variant.AOT, Variant.NAIVE, Sample::answer, 0.25);
            ratio(subject, "time", Variant.MANAGED, Variant.NAIVE, Sample::answer, 0.6);
            ratio(subject, "time", Variant.PRIMED, Variant.UNPRIMED, Sample::answer, 0.06);
            ratio(subject, "time", Variant.PRIMED, Variant.NAIVE_RESTORED, Sample::answer, 0.06);
            String count = subject.name() + ", classes loaded after a restore";
            classes.ifPresentOrElse(
                    counted -> report.atMost(count, (double) counted.of(restored, subject), MOST_CLASSES),
                    () -> report.notMeasured(count));
            ratio(subject, "memory", Variant.AOT, Variant.NAIVE, Sample::memory, 0.6);
            ratio(subject, "memory", Variant.MANAGED, Variant.NAIVE, Sample::memory, 0.6);
        }
    }

    /** Holds what is deployed by default against the size that it may have. */
    void checkPackages(List<String> services, JavaVariants javas) {
        for (String service : services) {
            report.atMost("package of " + service + " for `snapstart`, MB", javas.packageBytes(service) / MEGA, 10);
        }
    }

    private void ratio(
            Subject subject,
            String figure,
            String variant,
            String other,
            ToDoubleFunction<Sample> value,
            double limit) {
        String what = "%s, %s: %s to %s".formatted(subject.name(), figure, variant, other);
        if (samples.has(subject, variant) && samples.has(subject, other)) {
            report.atMost(what, samples.ratio(subject, variant, other, value), limit);
        } else {
            report.notMeasured(what);
        }
    }
}
