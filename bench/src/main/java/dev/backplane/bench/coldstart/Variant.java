package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An implementation and packaging of the operations.
 *
 * @param launch starts the function of an operation
 * @param packageBytes the size of the deployed zip; empty if the runtime contains the SDK
 * @param restored whether it is measured from the restore of its snapshot
 * @param answers whether it implements the operation, so that its response can be checked
 * @param operations selects the operations to measure
 */
record Variant(
        String name,
        Function<MeasuredOperation, Launch> launch,
        Function<MeasuredOperation, Optional<Long>> packageBytes,
        boolean restored,
        boolean answers,
        Predicate<MeasuredOperation> operations) {

    static final String EMPTY = "runtime client alone";
    static final String NAIVE = "naive Java";
    static final String NAIVE_DEFAULTS = "naive Java, JVM defaults";
    static final String MANAGED = "Backplane, managed";
    static final String AOT = "Backplane, aot";
    static final String PYTHON = "Python, boto3";
    static final String NODE = "Node";
    static final String NODE_BUNDLED = "Node, bundled";
    static final String REHEARSED = "restored, rehearsed";
    static final String NOT_REHEARSED = "restored, not rehearsed";
    static final String NAIVE_RESTORED = "naive Java, restored";

    static Variant of(
            String name,
            Function<MeasuredOperation, Launch> launch,
            Function<MeasuredOperation, Optional<Long>> packageBytes) {
        return new Variant(name, launch, packageBytes, false, true, _ -> true);
    }

    Variant fromSnapshot() {
        return new Variant(
                name, operation -> launch.apply(operation).withSnapshot(), packageBytes, true, answers, operations);
    }

    Variant withoutWork() {
        return new Variant(name, launch, packageBytes, restored, false, operations);
    }

    Variant only(String operation) {
        return new Variant(
                name,
                launch,
                packageBytes,
                restored,
                answers,
                other -> other.name().equals(operation));
    }
}
