package dev.backplane.platform.dynamo;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attribute values for keys and expressions. */
public final class Values {

    private Values() {}

    public static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    public static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    /** Returns a string set; DynamoDB rejects an empty one. */
    public static AttributeValue texts(Collection<String> values) {
        return AttributeValue.fromSs(List.copyOf(values));
    }

    /** Returns a number set; DynamoDB rejects an empty one. */
    public static AttributeValue numbers(Collection<Long> values) {
        return AttributeValue.fromNs(
                values.stream().map(number -> Long.toString(number)).toList());
    }

    public static AttributeValue flag(boolean value) {
        return AttributeValue.fromBool(value);
    }

    /** Returns a primary key with the suite's default key attributes. */
    public static Map<String, AttributeValue> key(String partition, String sort) {
        return key("PK", partition, "SK", sort);
    }

    /** Returns a primary key with other attributes. */
    public static Map<String, AttributeValue> key(
            String partitionName, String partition, String sortName, String sort) {
        return Map.of(partitionName, text(partition), sortName, text(sort));
    }
}
