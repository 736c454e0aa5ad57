package dev.backplane.local.cloudformation;

/** A stack output. The description may be empty. */
record StackOutput(String key, String value, String description) {}
