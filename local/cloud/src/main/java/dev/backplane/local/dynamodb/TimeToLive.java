package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.List;
import java.util.Optional;

/**
 * The TTL settings of a table.
 *
 * @param attribute the attribute with the expiry time in epoch seconds
 * @param keys the names of the table's key attributes
 */
public record TimeToLive(String table, String attribute, List<String> keys, Optional<String> streamArn) {

    /** Returns the tables with TTL. */
    public static List<TimeToLive> in(CloudTemplates templates) {
        return templates.ofType(TableKind.TYPE).stream()
                .filter(table -> specification(table).path("Enabled").asBoolean())
                .map(TimeToLive::of)
                .toList();
    }

    private static TimeToLive of(TemplateResource table) {
        return new TimeToLive(
                table.ref(),
                specification(table).path("AttributeName").asText(),
                table.properties()
                        .path("KeySchema")
                        .valueStream()
                        .map(key -> key.path("AttributeName").asText())
                        .toList(),
                Optional.ofNullable(table.identity().attributes().get("StreamArn")));
    }

    private static JsonNode specification(TemplateResource table) {
        return table.properties().path("TimeToLiveSpecification");
    }
}
