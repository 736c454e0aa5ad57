package dev.backplane.layers;

import java.time.Instant;

/**
 * A deletion that was given up, so that the layer version is still there in Lambda.
 *
 * @param reason AWS's word for it, or what kept the call from getting there
 */
public record FailedDeletion(Instant time, String reason) {}
