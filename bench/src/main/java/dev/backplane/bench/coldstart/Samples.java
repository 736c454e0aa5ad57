package dev.backplane.bench.coldstart;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The measured starts by operation and variant. */
final class Samples {

    private record Key(String operation, String variant) {}

    private final Map<Key, List<Sample>> all = new HashMap<>();

    void add(MeasuredOperation operation, Variant variant, Sample sample) {
        all.computeIfAbsent(new Key(operation.name(), variant.name()), _ -> new ArrayList<>())
                .add(sample);
    }

    boolean has(MeasuredOperation operation, String variant) {
        return all.containsKey(new Key(operation.name(), variant));
    }

    /** Returns the starts of a variant for an operation. */
    List<Sample> of(MeasuredOperation operation, String variant) {
        return all.getOrDefault(new Key(operation.name(), variant), List.of());
    }

    /** Returns the ratio of the medians of two variants. */
    double ratio(MeasuredOperation operation, String variant, String other, ToDoubleFunction<Sample> figure) {
        return Sample.median(of(operation, variant), figure) / Sample.median(of(operation, other), figure);
    }
}
