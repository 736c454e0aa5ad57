package dev.backplane.bench.growth;

import dev.backplane.platform.dynamo.TableSpec;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table that grows, and what is asked of it. */
interface Subject {

    TableSpec table();

    /** Returns the item of a number, in the form in which the service writes it. */
    Map<String, AttributeValue> item(int number);

    /** Returns items that there are only once in a table of a size. */
    default List<Map<String, AttributeValue>> beside(int size) {
        return List.of();
    }

    /** Returns the lookups in a table of a size. */
    List<Lookup> lookups(Shop shop, String table, int size);
}
