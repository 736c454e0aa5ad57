package dev.backplane.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The options of the command line.
 *
 * @param names the benchmarks to run
 * @param smoke whether everything runs as few times as possible, to test that it works
 * @param write whether the report is written to {@code docs/performance.md}
 * @param repetitions the number of measurements, if given
 */
public record Options(List<String> names, boolean smoke, boolean write, OptionalInt repetitions) {

    public Options {
        names = List.copyOf(names);
    }

    /** Returns the options of a smoke test. */
    public static Options smokeTest() {
        return new Options(List.of(), true, false, OptionalInt.empty());
    }

    /**
     * Parses the command line.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    static Options parse(String... arguments) {
        List<String> names = new ArrayList<>();
        boolean smoke = false;
        boolean write = false;
        OptionalInt repetitions = OptionalInt.empty();
        for (int at = 0; at < arguments.length; at++) {
            switch (arguments[at]) {
                case "--smoke" -> smoke = true;
                case "--write" -> write = true;
                case "--repetitions" -> {
                    at++;
                    repetitions = OptionalInt.of(count(at < arguments.length ? arguments[at] : ""));
                }
                case String option
                when option.startsWith("-") -> throw new IllegalArgumentException("Unknown option '" + option + "'.");
                case String name -> names.add(name);
            }
        }
        if (smoke && write) {
            throw new IllegalArgumentException("--smoke and --write cannot be combined.");
        }
        return new Options(names, smoke, write, repetitions);
    }

    private static int count(String text) {
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException("--repetitions needs a number from 1 to 9999.");
        }
        return Integer.parseInt(text);
    }
}
