package dev.backplane.bench.growth;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.platform.dynamo.TableSpec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.dynamodb.services.local.shared.access.LocalDBUtils;

/** An item in the form in which the engine stores it, with hashes and a size as the engine's own code reckons them. */
record StoredItem(TableSpec.Key key, Map<String, AttributeValue> item) {

    static final String JSON = "ObjectJSON";
    static final String SIZE = "itemSize";

    long size() {
        Map<String, software.amazon.dynamodb.services.local.shared.model.AttributeValue> all = new HashMap<>();
        item.forEach((name, value) -> all.put(name, engineValue(value)));
        return LocalDBUtils.getItemSizeBytes(all);
    }

    /**
     * Returns what stands in a column.
     *
     * @param attribute what the engine says that the column holds, if it is that of a key
     */
    Optional<byte[]> column(String name, Optional<String> attribute) {
        if (attribute.isPresent()) {
            return Optional.ofNullable(item.get(attribute.get()))
                    .map(value -> value.s().getBytes(StandardCharsets.UTF_8));
        }
        return Optional.of(
                switch (name) {
                    case "hashValue" -> LocalDBUtils.getHashValue(keyValue(key.partition()));
                    case "rangeValue" ->
                        LocalDBUtils.getHashValue(keyValue(key.sort().orElseThrow()));
                    case "hashRangeValue" ->
                        LocalDBUtils.getHashValue(
                                keyValue(key.partition()), keyValue(key.sort().orElseThrow()));
                    case JSON -> json(item).toString().getBytes(StandardCharsets.UTF_8);
                    default -> throw new IllegalStateException("the engine has a column that is not known: " + name);
                });
    }

    private software.amazon.dynamodb.services.local.shared.model.AttributeValue keyValue(String attribute) {
        return engineValue(Optional.ofNullable(item.get(attribute))
                .orElseThrow(() -> new IllegalStateException("no key " + item)));
    }

    private static ObjectNode json(Map<String, AttributeValue> attributes) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        attributes.forEach((name, value) -> {
            ObjectNode typed = json.putObject(name);
            switch (value.type()) {
                case S -> typed.put("S", value.s());
                case N -> typed.put("N", value.n());
                case BOOL -> typed.put("BOOL", value.bool());
                case M -> typed.set("M", json(value.m()));
                default -> throw noSuch(value);
            }
        });
        return json;
    }

    private static software.amazon.dynamodb.services.local.shared.model.AttributeValue engineValue(
            AttributeValue value) {
        var engines = new software.amazon.dynamodb.services.local.shared.model.AttributeValue();
        return switch (value.type()) {
            case S -> engines.withS(value.s());
            case N -> engines.withN(value.n());
            case BOOL -> engines.withBOOL(value.bool());
            case M -> {
                Map<String, software.amazon.dynamodb.services.local.shared.model.AttributeValue> all = new HashMap<>();
                value.m().forEach((name, one) -> all.put(name, engineValue(one)));
                yield engines.withM(all);
            }
            default -> throw noSuch(value);
        };
    }

    private static IllegalArgumentException noSuch(AttributeValue value) {
        return new IllegalArgumentException("no subject has values of type " + value.type());
    }
}
