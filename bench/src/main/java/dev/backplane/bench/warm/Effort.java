package dev.backplane.bench.warm;

import dev.backplane.bench.Options;
import java.util.List;
import java.util.stream.Stream;

/**
 * How much is measured of each operation.
 *
 * @param batch how often one side does its work before it is the turn of the other
 * @param warmUp how many batches are not counted
 * @param rounds how many batches are counted
 * @param turns in how many parts, between which other operations have their turn
 */
record Effort(int batch, int warmUp, int rounds, int turns) {

    static Effort of(Options options) {
        return options.smoke()
                ? new Effort(2, 0, 1, 1)
                : new Effort(10, 100, options.repetitions().orElse(200), 10);
    }

    static Effort parse(List<String> arguments) {
        List<Integer> numbers = arguments.stream().map(Integer::valueOf).toList();
        return new Effort(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
    }

    List<String> toArguments() {
        return Stream.of(batch, warmUp, rounds, turns).map(String::valueOf).toList();
    }
}
