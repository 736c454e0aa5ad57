package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of a table that cannot change while it holds items. */
record TableSchema(JsonNode keys, Map<String, Index> indexes, String streamView) {

    record Index(JsonNode keys, String projection, Set<String> attributes) {}

    /** Reads a {@code CreateTable} request or a table description. */
    static TableSchema of(JsonNode table) {
        // A table has no global and local index of one name.
        Map<String, Index> indexes = Stream.of("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
                .flatMap(kind -> table.path(kind).valueStream())
                .collect(Collectors.toMap(index -> index.path("IndexName").asText(), TableSchema::index));
        return new TableSchema(
                table.path("KeySchema"),
                indexes,
                table.path("StreamSpecification").path("StreamViewType").asText());
    }

    private static Index index(JsonNode index) {
        JsonNode projection = index.path("Projection");
        return new Index(
                index.path("KeySchema"),
                projection.path("ProjectionType").asText(),
                projection
                        .path("NonKeyAttributes")
                        .valueStream()
                        .map(JsonNode::asText)
                        .collect(Collectors.toSet()));
    }
}
