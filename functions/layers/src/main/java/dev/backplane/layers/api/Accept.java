package dev.backplane.layers.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The media types that a caller accepts, with their weights (RFC 9110). */
final class Accept {

    private final List<Range> ranges;

    private record Range(String type, double weight) {

        static Range parse(String text) {
            String[] parts = text.split(";", -1);
            double weight = Arrays.stream(parts)
                    .skip(1)
                    .map(String::strip)
                    .filter(parameter -> parameter.toLowerCase(Locale.ROOT).matches("q=[01](\\.[0-9]{0,3})?"))
                    .map(parameter -> Double.valueOf(parameter.substring(2)))
                    .findFirst()
                    .orElse(1.0);
            return new Range(parts[0].strip().toLowerCase(Locale.ROOT), weight);
        }
    }

    private Accept(List<Range> ranges) {
        this.ranges = ranges;
    }

    static Accept parse(String header) {
        return new Accept(Arrays.stream(header.split(",", -1)).map(Range::parse).toList());
    }

    /** Returns whether the caller prefers a type to the default. */
    boolean prefers(String type, String defaultType) {
        return weightOf(type) > weightOf(defaultType);
    }

    private double weightOf(String type) {
        String family = type.substring(0, type.indexOf('/')) + "/*";
        return List.of(type, family, "*/*").stream()
                .flatMap(name -> ranges.stream().filter(range -> range.type().equals(name)))
                .findFirst()
                .map(Range::weight)
                .orElse(0.0);
    }
}
