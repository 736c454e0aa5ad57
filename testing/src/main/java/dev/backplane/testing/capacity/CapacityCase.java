package dev.backplane.testing.capacity;

import java.util.function.Function;

/**
 * A row of the page, and how to measure it.
 *
 * @param operation the function of the row
 * @param name the case, in the words of the page
 * @param run creates the state and invokes the function once
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
