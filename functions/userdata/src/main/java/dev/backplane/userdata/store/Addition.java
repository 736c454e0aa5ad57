package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.NUMBER;
import static dev.backplane.userdata.store.Attributes.SCALE;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.VALUE;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.Version;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update that adds to a number, and the condition under which the sum is exact.
 *
 * <p>DynamoDB keeps 38 digits. Whether a sum has more depends on the number's size and on its digits after the point;
 * the row tells both, so that a condition can rule out what would be rounded.
 */
record Addition(String update, String condition, Map<String, String> names, Map<String, AttributeValue> values) {

    /** Up to so many digits after the point, and the rest of the 38 before it, a sum needs no look at the number. */
    private static final int COMMON_SCALE = 10;

    private static final String TOUCH =
            ", #version = :version, #createdAt = if_not_exists(#createdAt, :now) REMOVE #value, #size";

    /** Adds to whatever number there is, if the sum is exact for certain; an absent one is 0. */
    static Addition blind(CounterNumber by, NewRow.Writing writing) {
        int scale = Math.max(by.scale(), COMMON_SCALE);
        BigDecimal bound = BigDecimal.ONE
                .movePointRight(CounterNumber.MAX_DIGITS - scale)
                .subtract(by.value().abs().setScale(0, RoundingMode.UP))
                .subtract(BigDecimal.ONE);
        Map<String, AttributeValue> values = allValues(writing);
        values.put(":by", number(by));
        values.put(":zero", Values.number(0));
        values.put(":scale", Values.number(by.scale()));
        Map<String, String> names = allNames();
        names.put("#key", KEY);
        String condition = "attribute_not_exists(#key)";
        if (bound.signum() >= 0) {
            values.put(":mostScale", Values.number(scale));
            values.put(":least", AttributeValue.fromN(bound.negate().toString()));
            values.put(":most", AttributeValue.fromN(bound.toString()));
            condition += " OR (#scale BETWEEN :scale AND :mostScale AND #number BETWEEN :least AND :most)";
        }
        return new Addition(
                "SET #number = if_not_exists(#number, :zero) + :by, #scale = if_not_exists(#scale, :scale)" + TOUCH,
                condition,
                names,
                values);
    }

    /** Puts a number where there is none. */
    static Addition first(CounterNumber sum, NewRow.Writing writing) {
        Map<String, AttributeValue> values = allValues(writing);
        values.put(":sum", number(sum));
        values.put(":scale", Values.number(sum.scale()));
        Map<String, String> names = allNames();
        names.put("#key", KEY);
        return new Addition("SET #number = :sum, #scale = :scale" + TOUCH, "attribute_not_exists(#key)", names, values);
    }

    /** Puts a sum in the place of a number that was looked at. */
    static Addition exact(Item row, CounterNumber sum, NewRow.Writing writing) {
        Map<String, AttributeValue> values = allValues(writing);
        values.put(":sum", number(sum));
        values.put(":scale", Values.number(sum.scale()));
        values.put(":before", Values.text(row.text(VERSION)));
        return new Addition("SET #number = :sum, #scale = :scale" + TOUCH, "#version = :before", allNames(), values);
    }

    private static AttributeValue number(CounterNumber number) {
        return AttributeValue.fromN(number.value().toString());
    }

    private static Map<String, String> allNames() {
        return new HashMap<>(Map.of(
                "#number", NUMBER,
                "#scale", SCALE,
                "#version", VERSION,
                "#createdAt", CREATED_AT,
                "#value", VALUE,
                "#size", SIZE));
    }

    private static Map<String, AttributeValue> allValues(NewRow.Writing writing) {
        // When the counter was created is in its row; this update does not read it, so its version does not tell.
        Version version = Version.next(Optional.empty(), writing.now(), false, writing.ids());
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":version", Values.text(version.toString()));
        values.put(":now", Values.text(Times.format(writing.now())));
        return values;
    }
}
