package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A way to write and package an operation.
 *
 * @param launch starts the function of a subject
 * @param packageBytes the size of the zip that is deployed; empty where the runtime brings most of it
 * @param restored whether it is measured from the restore of its snapshot
 * @param answers whether it does the operation at all, so that its answer can be checked
 * @param subjects those that it is measured with
 */
record Variant(
        String name,
        Function<Subject, Launch> launch,
        Function<Subject, Optional<Long>> packageBytes,
        boolean restored,
        boolean answers,
        Predicate<Subject> subjects) {

    static final String FLOOR = "runtime client alone";
    static final String NAIVE = "naive Java";
    static final String NAIVE_DEFAULTS = "naive Java, JVM defaults";
    static final String MANAGED = "Backplane, managed";
    static final String AOT = "Backplane, aot";
    static final String PYTHON = "Python, boto3";
    static final String NODE = "Node";
    static final String NODE_BUNDLED = "Node, bundled";
    static final String PRIMED = "restored, rehearsed";
    static final String UNPRIMED = "restored, not rehearsed";
    static final String NAIVE_RESTORED = "naive Java, restored";

    static Variant of(String name, Function<Subject, Launch> launch, Function<Subject, Optional<Long>> packageBytes) {
        return new Variant(name, launch, packageBytes, false, true, _ -> true);
    }

    Variant fromSnapshot() {
        return new Variant(
                name, subject -> launch.apply(subject).withSnapshot(), packageBytes, true, answers, subjects);
    }

    Variant withoutWork() {
        return new Variant(name, launch, packageBytes, restored, false, subjects);
    }

    Variant only(String subject) {
        return new Variant(
                name,
                launch,
                packageBytes,
                restored,
                answers,
                other -> other.name().equals(subject));
    }
}
