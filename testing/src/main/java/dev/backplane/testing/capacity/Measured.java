package dev.backplane.testing.capacity;

/** The cost of an invocation, and the operation in its log line. */
public record Measured(String operation, Cost cost) {}
