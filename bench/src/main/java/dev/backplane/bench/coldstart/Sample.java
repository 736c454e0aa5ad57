package dev.backplane.bench.coldstart;

import dev.backplane.bench.Figures;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * One measured start of a function. Times are milliseconds from the process start, or from the restore of a snapshot.
 *
 * @param answer until its first response arrived
 * @param ready until it requested its first event
 * @param connected until it opened its first connection to DynamoDB
 * @param asked until its first request to DynamoDB arrived
 * @param processor the processor time that it used
 * @param memory its resident memory after the first response, in bytes
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
