package dev.backplane.local.cloudformation;

/** One of a stack's outputs; its description may be empty. */
record StackOutput(String key, String value, String description) {}
