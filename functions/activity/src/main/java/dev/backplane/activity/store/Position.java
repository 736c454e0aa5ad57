package dev.backplane.activity.store;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The position of an entry in a list: {@code <row>#<time>#<id>}.
 *
 * @param row the number of the entry's row in this list
 * @param id the partition key of the entry's rows
 */
public record Position(String row, Instant at, String id) {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,2})#([^#]{24})#(.{1,900})");

    /**
     * Reads what {@link #toString} prints.
     *
     * @throws InvalidValueException when the text is not a position
     */
    public static Position parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new InvalidValueException("not a position");
        }
        return new Position(parts.group(1), Times.parse(parts.group(2)), parts.group(3));
    }

    static Position of(Item row) {
        return new Position(row.text(Attributes.SK), Times.parse(row.text(Attributes.AT)), row.text(Attributes.PK));
    }

    /** Returns the key to continue from in an index. */
    Map<String, AttributeValue> startKey(String partitionAttribute, String partition) {
        Map<String, AttributeValue> key = new HashMap<>(Values.key(id, row));
        key.put(partitionAttribute, Values.text(partition));
        key.put(Attributes.TIME_AND_ID, Values.text(EntryRows.timeAndId(at, id)));
        return key;
    }

    @Override
    public String toString() {
        return row + "#" + Times.format(at) + "#" + id;
    }
}
