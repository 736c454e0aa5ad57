package dev.backplane.testing.capacity;

import java.util.function.Function;

/**
 * A row of the page, and how to come by its figures.
 *
 * @param operation the function that the row is about
 * @param name what is special about the run, in the words of the page
 * @param run brings about the state and runs the function once
 * @param <F> the fixture of the service
 */
public record CapacityCase<F>(String operation, String name, Function<F, Measured> run) {

    String row() {
        return operation + " | " + name;
    }

    @Override
    public String toString() {
        return row();
    }
}
