package dev.backplane.bench.coldstart;

import dev.backplane.bench.Report;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Checks the measured cold starts of every operation against the documented limits. */
final class Limits {

    private static final double MEGA = 1e6;
    private static final double MAX_CLASSES = 40;

    private final Report report;
    private final Samples samples;
    private final Optional<ClassCount> classes;

    Limits(Report report, Samples samples, Optional<ClassCount> classes) {
        this.report = report;
        this.samples = samples;
        this.classes = classes;
    }

    void check(List<MeasuredOperation> operations, List<Variant> variants) {
        report.heading("Limits");
        Variant restored = variants.stream()
                .filter(variant -> variant.name().equals(Variant.REHEARSED))
                .findFirst()
                .orElseThrow();
        for (MeasuredOperation operation : operations) {
            ratio(operation, "time", Variant.AOT, Variant.PYTHON, Sample::response, 1.0);
            ratio(operation, "time", Variant.AOT, Variant.NAIVE, Sample::response, 0.25);
            ratio(operation, "time", Variant.MANAGED, Variant.NAIVE, Sample::response, 0.65);
            ratio(operation, "time", Variant.REHEARSED, Variant.NOT_REHEARSED, Sample::response, 0.10);
            String count = operation.name() + ", classes loaded after a restore";
            classes.ifPresentOrElse(
                    counted -> report.atMost(count, (double) counted.of(restored, operation), MAX_CLASSES),
                    () -> report.notMeasured(count));
        }
    }

    /** Checks the size of the default packages. */
    void checkPackages(List<String> services, JavaVariants javas) {
        for (String service : services) {
            report.atMost("package of " + service + " for `snapstart`, MB", javas.packageBytes(service) / MEGA, 20);
        }
    }

    private void ratio(
            MeasuredOperation operation,
            String figure,
            String variant,
            String other,
            ToDoubleFunction<Sample> value,
            double limit) {
        String what = "%s, %s: %s vs %s".formatted(operation.name(), figure, variant, other);
        if (samples.has(operation, variant) && samples.has(operation, other)) {
            report.atMost(what, samples.ratio(operation, variant, other, value), limit);
        } else {
            report.notMeasured(what);
        }
    }
}
