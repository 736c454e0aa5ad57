package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * One stream record.
 *
 * @param json the record as Lambda passes it to functions
 */
public record TableChange(String sequenceNumber, Instant created, JsonNode json) {}
