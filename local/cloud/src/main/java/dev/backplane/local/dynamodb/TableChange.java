package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * One record of a stream.
 *
 * @param json the record in the form in which Lambda passes it to functions
 */
public record TableChange(String sequenceNumber, Instant created, JsonNode json) {}
