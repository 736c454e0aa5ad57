package dev.backplane.bench.coldstart;

import dev.backplane.bench.Figures;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What one start of a function took, in milliseconds from the start, or from the restore of a function that is restored.
 *
 * @param answer until its first answer had arrived
 * @param ready until it asked for its first event
 * @param connected until it opened its first connection to DynamoDB
 * @param asked until its first request to DynamoDB came over that
 * @param processor the time that processors worked for it
 * @param memory the bytes that it held after the first answer
 */
record Sample(
        double answer,
        double ready,
        Optional<Double> connected,
        Optional<Double> asked,
        double processor,
        double memory) {

    static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        return Figures.median(samples.stream().mapToDouble(figure).toArray());
    }

    static double least(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::answer).min().orElseThrow();
    }
}
