package dev.backplane.bench.growth;

import java.util.Collection;
import java.util.Optional;

/** Sees to it that only answers count that hold what was asked for. */
final class Check {

    private Check() {}

    static void there(Optional<?> found) {
        if (found.isEmpty()) {
            throw new IllegalStateException("what is there was not found");
        }
    }

    static void full(int wanted, Collection<?> page) {
        if (page.size() != wanted) {
            throw new IllegalStateException("not " + wanted + " but " + page.size());
        }
    }
}
