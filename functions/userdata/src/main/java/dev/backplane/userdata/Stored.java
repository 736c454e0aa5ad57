package dev.backplane.userdata;

/** A value and what is known about it. */
public record Stored(Entry entry, Payload payload) {}
