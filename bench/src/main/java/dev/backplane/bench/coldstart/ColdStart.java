package dev.backplane.bench.coldstart;

import dev.backplane.bench.Benchmark;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import dev.backplane.local.runtime.ManagedJava;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Measures the time from the start of a function to its first response, compared with naive Java, Python and Node.js.
 *
 * <p>In each round every function is started once, in a different order, so that other load affects all variants alike.
 */
public final class ColdStart implements Benchmark {

    private static final int REPETITIONS = 11;
    private static final List<String> SERVICES = List.of("deployments", "layers", "tenants", "pool", "userdata");

    @Override
    public String name() {
        return "cold-start";
    }

    @Override
    public void run(Options options, Report report) {
        int repetitions = options.smoke() ? 1 : options.repetitions().orElse(REPETITIONS);
        try (LocalDynamoDb dynamoDb = new LocalDynamoDb();
                ManagedJava java = new ManagedJava();
                WorkFolder work = new WorkFolder()) {
            JavaVariants javas = new JavaVariants(java, work, dynamoDb.front().certificate());
            List<Variant> variants = variants(options, dynamoDb, javas, work, report);
            List<MeasuredOperation> operations = dynamoDb.operations();
            if (options.smoke()) {
                operations = operations.subList(0, 1);
            }
            if (!options.smoke()) {
                dynamoDb.warmUp(operations);
            }
            StartTimer timer = new StartTimer(dynamoDb);
            Samples samples = new Samples();
            for (int round = 0; round < repetitions; round++) {
                round(round, timer, operations, variants, samples);
            }
            ColdStartReport text = new ColdStartReport(report, samples, variants);
            operations.forEach(text::table);
            text.steps(operations);
            // RestoreTest counts them as well.
            Optional<ClassCount> classes = options.smoke() ? Optional.empty() : Optional.of(new ClassCount(work));
            text.restores(operations, classes);
            Limits limits = new Limits(report, samples, classes);
            limits.check(operations, variants);
            // Zipping a package takes about as long as starting its functions.
            limits.checkPackages(options.smoke() ? List.of("deployments") : SERVICES, javas);
        }
    }

    private static List<Variant> variants(
            Options options, LocalDynamoDb dynamoDb, JavaVariants javas, WorkFolder work, Report report) {
        List<Variant> variants = new ArrayList<>(javas.plain());
        if (!options.smoke()) {
            variants.add(javas.naiveWithDefaults());
        }
        PythonVariant.find(dynamoDb.front().certificate())
                .ifPresentOrElse(
                        variants::add,
                        () -> report.paragraph("Python is left out: python3 with boto3 is not installed."));
        if (!options.smoke()) {
            AotVariant.find(work)
                    .ifPresentOrElse(
                            variants::add,
                            () -> report.paragraph(
                                    "`aot` is left out: Lambda does not support this machine's architecture."));
            NodeVariants.find(dynamoDb.front().certificate())
                    .map(NodeVariants::all)
                    .ifPresentOrElse(
                            variants::addAll,
                            () -> report.paragraph(
                                    "Node.js is left out: it is not installed, or npm could not install the SDK."));
        }
        variants.addAll(javas.restored());
        if (!options.smoke()) {
            variants.add(javas.naiveRestored());
        }
        return variants;
    }

    private static void round(
            int round, StartTimer timer, List<MeasuredOperation> operations, List<Variant> variants, Samples samples) {
        List<Variant> order = new ArrayList<>(variants);
        Collections.rotate(order, round);
        for (MeasuredOperation operation : operations) {
            order.stream()
                    .filter(variant -> variant.operations().test(operation))
                    .forEach(variant -> samples.add(operation, variant, timer.run(variant, operation)));
        }
    }
}
