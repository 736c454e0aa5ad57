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
 * From the start of a function's process to its first answer: ours as deployed, against naive Java, Python and Node.
 *
 * <p>In each round every function is started once, the variants in another order than in the round before, so that what
 * else the machine does hits all of them alike.
 */
public final class ColdStart implements Benchmark {

    private static final int REPETITIONS = 11;
    private static final List<String> SERVICES = List.of("deployments", "layers", "tenants", "pool", "userdata");

    @Override
    public String name() {
        return "cold-start";
    }

    @Override
    public String purpose() {
        return "process start, or restore, to the first answer, against naive Java, Python and Node";
    }

    @Override
    public void run(Options options, Report report) {
        int repetitions = options.smoke() ? 1 : options.repetitions().orElse(REPETITIONS);
        try (Scene scene = new Scene();
                ManagedJava java = new ManagedJava();
                Workshop workshop = new Workshop()) {
            JavaVariants javas = new JavaVariants(java, workshop, scene.front().certificate());
            List<Variant> variants = variants(options, scene, javas, workshop, report);
            List<Subject> subjects = scene.subjects();
            if (options.smoke()) {
                subjects = subjects.subList(0, 1);
            }
            if (!options.smoke()) {
                scene.warmUp(subjects);
            }
            Trial trial = new Trial(scene);
            Samples samples = new Samples();
            for (int round = 0; round < repetitions; round++) {
                round(round, trial, subjects, variants, samples);
            }
            ColdStartReport text = new ColdStartReport(report, samples, variants);
            subjects.forEach(text::table);
            text.steps(subjects);
            // Another test holds them, in processes of its own.
            Optional<ClassCount> classes = options.smoke() ? Optional.empty() : Optional.of(new ClassCount(workshop));
            text.restores(subjects, classes);
            Promises promises = new Promises(report, samples, classes);
            promises.check(subjects, variants);
            // To zip a package takes about as long as to start its functions.
            promises.checkPackages(options.smoke() ? List.of("deployments") : SERVICES, javas);
        }
    }

    private static List<Variant> variants(
            Options options, Scene scene, JavaVariants javas, Workshop workshop, Report report) {
        List<Variant> variants = new ArrayList<>(javas.plain());
        if (!options.smoke()) {
            variants.add(javas.naiveWithDefaults());
        }
        PythonVariant.find(scene.front().certificate())
                .ifPresentOrElse(
                        variants::add,
                        () -> report.paragraph("Python is left out: there is no python3 that has boto3."));
        if (!options.smoke()) {
            AotVariant.find(workshop)
                    .ifPresentOrElse(
                            variants::add,
                            () -> report.paragraph("`aot` is left out: Lambda has no machines like this one."));
            NodeVariants.find(scene.front().certificate())
                    .map(NodeVariants::all)
                    .ifPresentOrElse(
                            variants::addAll,
                            () -> report.paragraph(
                                    "Node is left out: it is not there, or npm could not install its SDK."));
        }
        variants.addAll(javas.restored());
        if (!options.smoke()) {
            variants.add(javas.naiveRestored());
        }
        return variants;
    }

    private static void round(int round, Trial trial, List<Subject> subjects, List<Variant> variants, Samples samples) {
        List<Variant> order = new ArrayList<>(variants);
        Collections.rotate(order, round);
        for (Subject subject : subjects) {
            order.stream()
                    .filter(variant -> variant.subjects().test(subject))
                    .forEach(variant -> samples.add(subject, variant, trial.run(variant, subject)));
        }
    }
}
