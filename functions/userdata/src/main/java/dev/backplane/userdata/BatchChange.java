package dev.backplane.userdata;

/** One entry of a batch: a change of the JSON value with a key, which replaces or removes it. */
public record BatchChange(DataKey key, Edit edit, Preconditions preconditions) {}
