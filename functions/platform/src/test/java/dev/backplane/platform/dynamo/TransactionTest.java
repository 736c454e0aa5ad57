package dev.backplane.platform.dynamo;

import static dev.backplane.platform.dynamo.DynamoTest.OTHER;
import static dev.backplane.platform.dynamo.DynamoTest.TABLE;
import static dev.backplane.platform.dynamo.DynamoTest.item;
import static dev.backplane.platform.dynamo.DynamoTest.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Transacted.Committed;
import dev.backplane.platform.dynamo.Transacted.Reason;
import dev.backplane.platform.dynamo.Transacted.Refused;
import dev.backplane.platform.testing.DynamoLocal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class TransactionTest {

    @RegisterExtension
    static final DynamoLocal LOCAL = DynamoLocal.with(TABLE, OTHER);

    private Dynamo dynamo;
    private String table;
    private String other;

    @BeforeEach
    void connect() {
        dynamo = LOCAL.dynamo();
        table = LOCAL.table(TABLE);
        other = LOCAL.table(OTHER);
    }

    private Write put(Item item) {
        return dynamo.put(put -> put.tableName(table).item(item.attributes()));
    }

    private Optional<Item> get(String id) {
        return dynamo.get(get -> get.tableName(table).key(key(id)).consistentRead(true));
    }

    private Transaction fourActions() {
        return new Transaction()
                .put(table, item("put", "new"), put -> put.conditionExpression("attribute_not_exists(PK)"))
                .update(
                        other,
                        key("update"),
                        update -> update.updateExpression("SET Seen = :yes")
                                .conditionExpression("attribute_exists(PK)")
                                .expressionAttributeValues(Map.of(":yes", Values.flag(true))))
                .delete(table, key("delete"), delete -> delete.conditionExpression("attribute_exists(PK)"))
                .check(other, key("check"), check -> check.conditionExpression("attribute_exists(PK)"));
    }

    private void putOther(String id) {
        dynamo.put(put -> put.tableName(other).item(key(id)));
    }

    @Test
    void transact_whenAllConditionsHold_writesAll() {
        putOther("update");
        putOther("check");
        put(item("delete", "a"));

        assertThat(dynamo.transact(fourActions())).isEqualTo(new Committed());

        assertThat(get("put")).contains(item("put", "new"));
        assertThat(get("delete")).isEmpty();
        assertThat(dynamo.get(get -> get.tableName(other).key(key("update"))))
                .hasValueSatisfying(item -> assertThat(item.flag("Seen")).isTrue());
    }

    @Test
    void transact_whenSomeConditionsDoNotHold_writesNothingAndSaysWhichWithTheCurrentItems() {
        put(item("put", "taken"));
        putOther("update");
        put(item("delete", "a"));

        Transacted transacted = dynamo.transact(fourActions());

        assertThat(transacted)
                .isEqualTo(new Refused(List.of(
                        new Reason.ConditionFailed(Optional.of(item("put", "taken"))),
                        new Reason.None(),
                        new Reason.None(),
                        new Reason.ConditionFailed(Optional.empty()))));
        assertThat(get("delete")).isPresent();
        assertThat(dynamo.get(get -> get.tableName(other).key(key("update"))))
                .hasValueSatisfying(item -> assertThat(item.flag("Seen")).isFalse());
    }

    @Test
    void transact_whenAnUpdateOrDeleteIsRefused_hasTheirCurrentItemsToo() {
        putOther("x");
        Map<String, AttributeValue> x = key("x");

        Transacted refused = dynamo.transact(new Transaction()
                .update(
                        other,
                        x,
                        update -> update.updateExpression("SET Seen = :yes")
                                .conditionExpression("attribute_not_exists(PK)")
                                .expressionAttributeValues(Map.of(":yes", Values.flag(true))))
                .delete(other, key("y"), delete -> delete.conditionExpression("attribute_exists(PK)"))
                .delete(table, x, _ -> {}));

        assertThat(refused)
                .isEqualTo(new Refused(List.of(
                        new Reason.ConditionFailed(Optional.of(new Item(x))),
                        new Reason.ConditionFailed(Optional.empty()),
                        new Reason.None())));
    }
}
