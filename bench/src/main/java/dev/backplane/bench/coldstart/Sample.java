package dev.backplane.bench.coldstart;

import dev.backplane.bench.Figures;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * One measured start of a function. Times are in milliseconds since process start, or since the restore of a snapshot.
 *
 * @param response until its first response arrived
 * @param ready until it requested its first event
 * @param connected until it opened its first connection to DynamoDB
 * @param requested until its first request to DynamoDB arrived
 * @param processor the processor time that it used
 * @param memory its resident memory after the first response, in bytes
 */
record Sample(
        double response,
        double ready,
        Optional<Double> connected,
        Optional<Double> requested,
        double processor,
        double memory) {

    static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        return Figures.median(samples.stream().mapToDouble(figure).toArray());
    }

    static double min(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::response).min().orElseThrow();
    }
}
