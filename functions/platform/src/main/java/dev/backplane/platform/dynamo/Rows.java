package dev.backplane.platform.dynamo;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The result of one query.
 *
 * @param last the key to continue from; empty at the end
 */
public record Rows(List<Item> items, Optional<Map<String, AttributeValue>> last) {}
