package dev.backplane.deployments;

import dev.backplane.platform.Actor;
import dev.backplane.platform.IdempotencyKey;

/**
 * A request with an idempotency key, which is carried out once for each key of a caller.
 *
 * @param bodyDigest distinguishes a repeated request from another one with the same key
 */
public record KeyedRequest(String operation, Actor caller, IdempotencyKey key, String bodyDigest) {}
