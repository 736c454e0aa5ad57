package dev.backplane.pool.store;

import dev.backplane.platform.dynamo.ItemUpdate;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Updates of the string sets that list ids. */
final class ListUpdate {

    private ListUpdate() {}

    static ItemUpdate add(String id) {
        return new ItemUpdate().add(Attributes.DATA, set(id));
    }

    static ItemUpdate remove(String id) {
        return new ItemUpdate().deleteFrom(Attributes.DATA, set(id));
    }

    private static AttributeValue set(String id) {
        return AttributeValue.fromSs(List.of(id));
    }
}
