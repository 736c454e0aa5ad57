package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.NUMBER;
import static dev.backplane.userdata.store.Attributes.SCALE;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.VALUE;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.Version;
import java.math.BigDecimal;
import java.math.RoundingMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Updates that add to a counter, with the condition under which the sum is exact.
 *
 * <p>DynamoDB stores 38 digits. Whether a sum has more depends on the size of the number and on its fraction digits. The
 * row contains both, so that a condition can exclude sums that would be rounded.
 */
final class Addition {

    /** With at most this number of fraction digits, and the rest of the 38 before the point, a sum needs no read. */
    private static final int COMMON_SCALE = 10;

    private Addition() {}

    /** Adds to the current number if the sum is certainly exact; an absent number is 0. */
    static ItemUpdate blind(CounterNumber by, Version next) {
        int scale = Math.max(by.scale(), COMMON_SCALE);
        BigDecimal bound = BigDecimal.ONE
                .movePointRight(CounterNumber.MAX_DIGITS - scale)
                .subtract(by.value().abs().setScale(0, RoundingMode.UP))
                .subtract(BigDecimal.ONE);
        Condition exact = bound.signum() < 0
                ? absent(KEY)
                : absent(KEY)
                        .or(between(SCALE, Values.number(by.scale()), Values.number(scale))
                                .and(between(NUMBER, number(bound.negate()), number(bound))));
        return touch(next)
                .add(NUMBER, number(by.value()))
                .setIfAbsent(SCALE, Values.number(by.scale()))
                .onlyIf(exact);
    }

    /** Sets a number where there is none. */
    static ItemUpdate first(CounterNumber sum, Version next) {
        return set(sum, next).onlyIf(absent(KEY));
    }

    /** Replaces the number that was read with a sum. */
    static ItemUpdate exact(Item row, CounterNumber sum, Version next) {
        return set(sum, next).onlyIf(equal(VERSION, Values.text(row.text(VERSION))));
    }

    private static ItemUpdate set(CounterNumber sum, Version next) {
        return touch(next).set(NUMBER, number(sum.value())).set(SCALE, Values.number(sum.scale()));
    }

    private static ItemUpdate touch(Version next) {
        return new ItemUpdate()
                .set(VERSION, Values.text(next.toString()))
                .setIfAbsent(CREATED_AT, Values.text(Times.format(next.updated())))
                .remove(VALUE, SIZE);
    }

    private static AttributeValue number(BigDecimal number) {
        return AttributeValue.fromN(number.toString());
    }
}
