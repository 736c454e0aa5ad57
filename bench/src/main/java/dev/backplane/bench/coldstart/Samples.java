package dev.backplane.bench.coldstart;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What was measured so far, by subject and variant. */
final class Samples {

    private record Place(String subject, String variant) {}

    private final Map<Place, List<Sample>> all = new HashMap<>();

    void add(Subject subject, Variant variant, Sample sample) {
        all.computeIfAbsent(new Place(subject.name(), variant.name()), _ -> new ArrayList<>())
                .add(sample);
    }

    boolean has(Subject subject, String variant) {
        return all.containsKey(new Place(subject.name(), variant));
    }

    /** Returns the samples of a variant that was measured with a subject. */
    List<Sample> of(Subject subject, String variant) {
        return all.getOrDefault(new Place(subject.name(), variant), List.of());
    }

    /** Returns how the median of one variant compares with that of another. */
    double ratio(Subject subject, String variant, String other, ToDoubleFunction<Sample> figure) {
        return Sample.median(of(subject, variant), figure) / Sample.median(of(subject, other), figure);
    }
}
