package dev.backplane.local.dynamodb;

import java.util.Optional;

/** A part of a stream, within which records have an order. */
public record StreamShard(String id, Optional<String> parent) {}
