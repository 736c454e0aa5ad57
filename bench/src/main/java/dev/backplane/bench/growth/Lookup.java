package dev.backplane.bench.growth;

import java.util.function.IntConsumer;

/**
 * One way to ask a table for something, by the service and by the bare call.
 *
 * @param service asks for the thing of a number, and fails when it does not get what is there
 * @param bare sends the one request that this takes
 */
record Lookup(String name, IntConsumer service, IntConsumer bare) {}
