package dev.backplane.local.streams;

import java.util.Optional;

/** A part of a stream, within which records have an order. */
record Shard(String id, Optional<String> parent) {}
