package dev.backplane.platform.dynamo;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What one query read.
 *
 * @param last the key to go on from; empty when the end was reached
 */
public record Rows(List<Item> items, Optional<Map<String, AttributeValue>> last) {}
