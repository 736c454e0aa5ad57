package dev.backplane.bench.load;

import java.util.OptionalInt;

/** What callers do, again and again. */
@FunctionalInterface
interface Work {

    /**
     * Does it once.
     *
     * @param caller who does it, from 0
     * @param turn how often this caller did it before in this round
     */
    void call(int caller, int turn);

    /** How often each caller does it in one round; else a round has its time. */
    default OptionalInt turns() {
        return OptionalInt.empty();
    }

    /** Gets a round ready, for which nobody's time counts. */
    default void before() {}

    /** Puts in order what a round has left, for which nobody's time counts. */
    default void after() {}
}
