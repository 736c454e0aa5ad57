package dev.backplane.layers.workflow;

import io.avaje.jsonb.Json;

/**
 * The result of a task.
 *
 * @param outcome the state of the region, or of the publication after the last step
 */
@Json
record PublishResult(String outcome) {}
