package dev.backplane.local.dynamodb;

import java.util.Optional;

/** A shard of a stream. */
public record StreamShard(String id, Optional<String> parent) {}
