package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.aws.EngineCallException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds and deletes the expired items of one table. */
final class ExpiredItems {

    /** DynamoDB ignores items that expired longer ago. */
    private static final Duration OLDEST = Duration.ofDays(5 * 365);

    private static final Duration FORESIGHT = Duration.ofMinutes(1);
    private static final String TTL = "#ttl";
    private static final String EXPIRED = TTL + " < :end AND " + TTL + " >= :oldest";

    private final TimeToLive table;
    private final Engine engine;
    private final InstantSource clock;

    /**
     * The result of a scan.
     *
     * @param expired the keys of expired items
     * @param next when the next item expires, if within a minute
     */
    record Scan(List<JsonNode> expired, Optional<Instant> next) {}

    ExpiredItems(TimeToLive table, Engine engine, InstantSource clock) {
        this.table = table;
        this.engine = engine;
        this.clock = clock;
    }

    Scan scan() {
        Instant now = clock.instant();
        List<JsonNode> expired = new ArrayList<>();
        Optional<Instant> next = Optional.empty();
        ObjectNode request = scanRequest(now);
        JsonNode last;
        do {
            JsonNode page = engine.call("Scan", request);
            for (JsonNode item : page.path("Items")) {
                BigDecimal end =
                        new BigDecimal(item.path(table.attribute()).path("N").asText());
                if (end.compareTo(BigDecimal.valueOf(now.getEpochSecond())) < 0) {
                    expired.add(key(item));
                } else {
                    Instant moment = Instant.ofEpochSecond(end.longValue());
                    next = next.filter(moment::isAfter).or(() -> Optional.of(moment));
                }
            }
            last = page.path("LastEvaluatedKey");
            request.set("ExclusiveStartKey", last);
        } while (last.isObject());
        return new Scan(expired, next);
    }

    /** Deletes an item if it is still expired; returns whether it did. */
    boolean remove(JsonNode key) {
        ObjectNode request = request(clock.instant(), Duration.ZERO).put("ConditionExpression", EXPIRED);
        request.putObject("ExpressionAttributeNames").put(TTL, table.attribute());
        request.set("Key", key);
        try {
            engine.call("DeleteItem", request);
            return true;
        } catch (EngineCallException refused) {
            if (refused.type().equals("ConditionalCheckFailedException")) {
                return false;
            }
            throw refused;
        }
    }

    private ObjectNode scanRequest(Instant now) {
        ObjectNode request =
                request(now, FORESIGHT).put("FilterExpression", EXPIRED).put("ConsistentRead", true);
        ObjectNode names = request.putObject("ExpressionAttributeNames").put(TTL, table.attribute());
        Set<String> projected = new TreeSet<>(Set.of(TTL));
        for (String key : table.keys()) {
            if (!key.equals(table.attribute())) {
                String name = "#k" + projected.size();
                names.put(name, key);
                projected.add(name);
            }
        }
        return request.put("ProjectionExpression", String.join(",", projected));
    }

    private ObjectNode request(Instant now, Duration foresight) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("TableName", table.table());
        ObjectNode values = request.putObject("ExpressionAttributeValues");
        values.putObject(":end").put("N", seconds(now.plus(foresight)));
        values.putObject(":oldest").put("N", seconds(now.minus(OLDEST)));
        return request;
    }

    private static String seconds(Instant moment) {
        return String.valueOf(moment.getEpochSecond());
    }

    private JsonNode key(JsonNode item) {
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        table.keys().forEach(name -> key.set(name, item.path(name)));
        return key;
    }
}
