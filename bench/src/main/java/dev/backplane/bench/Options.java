package dev.backplane.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What the command line asks for.
 *
 * @param names the benchmarks to run
 * @param smoke whether everything is done as few times as it can be, to see that it works; such figures mean nothing
 * @param write whether the report goes into {@code docs/performance.md} too
 * @param repetitions how often each thing is measured, where that is not left to the benchmark
 */
public record Options(List<String> names, boolean smoke, boolean write, OptionalInt repetitions) {

    public Options {
        names = List.copyOf(names);
    }

    /** Returns what a test of a benchmark asks for. */
    public static Options smokeTest() {
        return new Options(List.of(), true, false, OptionalInt.empty());
    }

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException that says what is wrong with it
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
                when option.startsWith("-") ->
                    throw new IllegalArgumentException("bench does not know '" + option + "'.");
                case String name -> names.add(name);
            }
        }
        if (smoke && write) {
            throw new IllegalArgumentException("The figures of a smoke run are not worth writing.");
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
