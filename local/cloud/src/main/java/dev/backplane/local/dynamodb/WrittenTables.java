package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the tables that a call writes to. */
final class WrittenTables {

    private WrittenTables() {}

    /** Returns their names; empty for PartiQL statements. */
    static Optional<Set<String>> of(JsonNode call) {
        Set<String> names = Stream.of(
                        Stream.of(call.path("TableName").asText("")),
                        call.path("RequestItems").propertyStream().map(table -> table.getKey()),
                        call.path("TransactItems")
                                .valueStream()
                                .flatMap(JsonNode::valueStream)
                                .map(write -> write.path("TableName").asText("")))
                .flatMap(found -> found)
                .filter(name -> !name.isEmpty())
                .map(WrittenTables::withoutArn)
                .collect(Collectors.toSet());
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    /** Returns the table name of a name or ARN; DynamoDB accepts both. */
    private static String withoutArn(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
