package dev.backplane.userdata;

/** A value with its metadata. */
public record Stored(Entry entry, Payload payload) {}
