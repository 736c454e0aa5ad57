package dev.backplane.layers;

import java.time.Instant;

/**
 * A deletion that failed, so that the layer version still exists in Lambda.
 *
 * @param reason the error code of AWS, or the exception that prevented the call
 */
public record FailedDeletion(Instant time, String reason) {}
