package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads out of a call which tables it writes to. */
final class WrittenTables {
    private WrittenTables() {}

    /** Returns their names; empty for statements, which hold them in their text. */
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

    /** Wherever DynamoDB takes a table's name, it takes its ARN too. */
    private static String withoutArn(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
