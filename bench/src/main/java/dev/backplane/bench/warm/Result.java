package dev.backplane.bench.warm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The measurements of an operation.
 *
 * @param calls the number of calls per invocation
 * @param bare the measurements of the calls alone; empty if there are none
 */
record Result(String name, double calls, Summary handler, Optional<Bare> bare) {

    private static final String BETWEEN = "\t";

    /** Times in microseconds, and allocated bytes per invocation. */
    record Summary(double p50, double p99, double bytes) {

        private static Summary parse(List<String> words) {
            return new Summary(number(words, 0), number(words, 1), number(words, 2));
        }

        private List<String> words() {
            return List.of(Double.toString(p50), Double.toString(p99), Double.toString(bytes));
        }
    }

    /**
     * The calls alone.
     *
     * @param overhead the additional time of the handler, relative to the time of its calls
     */
    record Bare(Summary summary, double overhead) {}

    /** Parses the output of the measuring process. */
    static Result parse(String line) {
        List<String> words = List.of(line.split(BETWEEN));
        Optional<Bare> bare = words.size() == 5
                ? Optional.empty()
                : Optional.of(new Bare(Summary.parse(words.subList(5, 8)), number(words, 8)));
        return new Result(words.getFirst(), number(words, 1), Summary.parse(words.subList(2, 5)), bare);
    }

    private static double number(List<String> words, int at) {
        return Double.parseDouble(words.get(at));
    }

    String toLine() {
        List<String> words = new ArrayList<>(List.of(name, Double.toString(calls)));
        words.addAll(handler.words());
        bare.ifPresent(alone -> {
            words.addAll(alone.summary().words());
            words.add(Double.toString(alone.overhead()));
        });
        return String.join(BETWEEN, words);
    }
}
