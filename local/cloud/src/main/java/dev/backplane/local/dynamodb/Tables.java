package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.aws.EngineCallException;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of the templates. */
public final class Tables {

    private static final List<String> PASSED_ON = List.of(
            "KeySchema",
            "AttributeDefinitions",
            "BillingMode",
            "GlobalSecondaryIndexes",
            "LocalSecondaryIndexes",
            "TableClass",
            "DeletionProtectionEnabled");

    private final Map<String, String> engineStreams;

    private Tables(Map<String, String> engineStreams) {
        this.engineStreams = engineStreams;
    }

    /**
     * Creates missing tables.
     *
     * @throws TemplateException if the engine rejects a table or a stored table has another schema
     */
    public static Tables create(Engine engine, CloudTemplates templates) {
        Map<String, String> engineStreams = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (TemplateResource table : templates.ofType(TableKind.TYPE)) {
            JsonNode request = request(table);
            JsonNode description = describe(engine, table.ref()).orElseGet(() -> create(engine, table, request));
            if (!TableSchema.of(description).equals(TableSchema.of(request))) {
                problems.add(table + ": the stored table " + table.ref()
                        + " has other keys, indexes or streams than the template; use another data folder");
            }
            if (table.identity().attributes().containsKey("StreamArn")) {
                engineStreams.put(
                        table.identity().attributes().get("StreamArn"),
                        description.path("LatestStreamArn").asText());
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        return new Tables(engineStreams);
    }

    /** Returns the engine's ARN of a stream of the templates. */
    public Optional<String> engineStream(String streamArn) {
        return Optional.ofNullable(engineStreams.get(streamArn));
    }

    /** Returns the table name in a stream ARN. */
    public static String nameIn(String streamArn) {
        return streamArn.replaceFirst(".*:table/", "").replaceFirst("/stream/.*", "");
    }

    private static Optional<JsonNode> describe(Engine engine, String name) {
        try {
            return Optional.of(engine.call(
                            "DescribeTable",
                            JsonNodeFactory.instance.objectNode().put("TableName", name))
                    .path("Table"));
        } catch (EngineCallException refused) {
            if (refused.type().equals("ResourceNotFoundException")) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private static JsonNode create(Engine engine, TemplateResource table, JsonNode request) {
        try {
            return engine.call("CreateTable", request).path("TableDescription");
        } catch (EngineCallException refused) {
            throw new TemplateException(List.of(table + ": " + refused.getMessage()));
        }
    }

    private static JsonNode request(TemplateResource table) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("TableName", table.ref());
        for (String property : PASSED_ON) {
            if (table.properties().has(property)) {
                request.set(property, table.properties().get(property));
            }
        }
        if (table.properties().has("StreamSpecification")) {
            ObjectNode stream = table.properties().get("StreamSpecification").deepCopy();
            request.set("StreamSpecification", stream.put("StreamEnabled", true));
        }
        return request;
    }
}
