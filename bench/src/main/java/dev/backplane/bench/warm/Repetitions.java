package dev.backplane.bench.warm;

import dev.backplane.bench.Options;
import java.util.List;
import java.util.stream.Stream;

/**
 * The number of measurements per operation.
 *
 * @param batch invocations per batch
 * @param warmUp batches before the measurement
 * @param rounds measured batches
 * @param turns the parts into which the rounds are split; operations alternate between them
 */
record Repetitions(int batch, int warmUp, int rounds, int turns) {

    static Repetitions of(Options options) {
        return options.smoke()
                ? new Repetitions(2, 0, 1, 1)
                : new Repetitions(10, 100, options.repetitions().orElse(200), 10);
    }

    static Repetitions parse(List<String> arguments) {
        List<Integer> numbers = arguments.stream().map(Integer::valueOf).toList();
        return new Repetitions(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
    }

    List<String> toArguments() {
        return Stream.of(batch, warmUp, rounds, turns).map(String::valueOf).toList();
    }
}
