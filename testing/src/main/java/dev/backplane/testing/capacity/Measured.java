package dev.backplane.testing.capacity;

/** The cost of a run, and the operation that its log line names. */
public record Measured(String operation, Cost cost) {}
