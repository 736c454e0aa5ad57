package dev.backplane.platform.dynamo;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.DynamoTest.OTHER;
import static dev.backplane.platform.dynamo.DynamoTest.TABLE;
import static dev.backplane.platform.dynamo.DynamoTest.item;
import static dev.backplane.platform.dynamo.DynamoTest.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Transaction.Committed;
import dev.backplane.platform.dynamo.Transaction.Reason;
import dev.backplane.platform.dynamo.Transaction.Refused;
import dev.backplane.testing.DynamoLocal;
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
        return dynamo.put(table, item);
    }

    private Optional<Item> get(String id) {
        return dynamo.get(table, key(id));
    }

    private Transaction fourActions() {
        Transaction transaction = new Transaction();
        transaction.put(table, item("put", "new"), absent("PK"));
        transaction.update(other, key("update"), seen().onlyIf(exists("PK")));
        transaction.delete(table, key("delete"), exists("PK"));
        transaction.check(other, key("check"), exists("PK"));
        return transaction;
    }

    private static ItemUpdate seen() {
        return new ItemUpdate().set("Seen", Values.flag(true));
    }

    private void putOther(String id) {
        dynamo.put(other, new Item(key(id)));
    }

    @Test
    void transact_whenAllConditionsHold_writesAll() {
        putOther("update");
        putOther("check");
        put(item("delete", "a"));

        assertThat(dynamo.transact(fourActions())).isEqualTo(new Committed());

        assertThat(get("put")).contains(item("put", "new"));
        assertThat(get("delete")).isEmpty();
        assertThat(dynamo.get(other, key("update")))
                .hasValueSatisfying(item -> assertThat(item.flag("Seen")).isTrue());
    }

    @Test
    void transact_whenSomeConditionsDoNotHold_writesNothingAndSaysWhichWithTheCurrentItems() {
        put(item("put", "taken"));
        putOther("update");
        put(item("delete", "a"));

        Transaction.Result transacted = dynamo.transact(fourActions());

        assertThat(transacted)
                .isEqualTo(new Refused(List.of(
                        new Reason.ConditionFailed(Optional.of(item("put", "taken"))),
                        new Reason.None(),
                        new Reason.None(),
                        new Reason.ConditionFailed(Optional.empty()))));
        assertThat(get("delete")).isPresent();
        assertThat(dynamo.get(other, key("update")))
                .hasValueSatisfying(item -> assertThat(item.flag("Seen")).isFalse());
    }

    @Test
    void transact_whenAnUpdateOrDeleteIsRefused_hasTheirCurrentItemsToo() {
        putOther("x");
        Map<String, AttributeValue> x = key("x");

        Transaction transaction = new Transaction();
        transaction.update(other, x, seen().onlyIf(absent("PK")));
        transaction.delete(other, key("y"), exists("PK"));
        transaction.delete(table, x);

        Transaction.Result refused = dynamo.transact(transaction);

        assertThat(refused)
                .isEqualTo(new Refused(List.of(
                        new Reason.ConditionFailed(Optional.of(new Item(x))),
                        new Reason.ConditionFailed(Optional.empty()),
                        new Reason.None())));
    }
}
