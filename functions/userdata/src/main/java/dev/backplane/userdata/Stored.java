package dev.backplane.userdata;

/** A value with its metadata. The payload of a value in an object is empty. */
public record Stored(Entry entry, Payload payload) {}
