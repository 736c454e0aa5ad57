package dev.backplane.platform.dynamo;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atLeast;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.greater;
import static dev.backplane.platform.dynamo.Condition.less;
import static dev.backplane.platform.dynamo.Condition.notEqual;
import static dev.backplane.platform.dynamo.Condition.oneOf;
import static dev.backplane.platform.dynamo.Condition.sizeLess;
import static dev.backplane.platform.dynamo.DynamoTest.TABLE;
import static dev.backplane.platform.dynamo.DynamoTest.item;
import static dev.backplane.platform.dynamo.DynamoTest.key;
import static dev.backplane.platform.dynamo.Values.number;
import static dev.backplane.platform.dynamo.Values.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Transaction.Refused;
import dev.backplane.platform.dynamo.Write.Applied;
import dev.backplane.testing.DynamoLocal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemUpdateTest {

    @RegisterExtension
    static final DynamoLocal LOCAL = DynamoLocal.with(TABLE);

    private Dynamo dynamo;
    private String table;

    @BeforeEach
    void connect() {
        dynamo = LOCAL.dynamo();
        table = LOCAL.table(TABLE);
    }

    /** Writes the item {@code one}, whose {@code Name} is "a" and whose {@code Count} is 7. */
    private void putOne() {
        dynamo.put(table, item("one", "a"), Condition.NONE);
    }

    private boolean holds(Condition condition) {
        return dynamo.update(
                        table,
                        key("one"),
                        new ItemUpdate().add("Tries", number(1)).onlyIf(condition))
                instanceof Applied;
    }

    private Item one() {
        return dynamo.get(table, key("one")).orElseThrow();
    }

    @Test
    void update_setsAddsDeletesAndRemoves_alsoByReservedWordsAndPaths() {
        putOne();
        dynamo.update(
                table,
                key("one"),
                new ItemUpdate()
                        .set("data", AttributeValue.fromM(Map.of("state", text("old"))))
                        .set("ids", AttributeValue.fromSs(List.of("x", "y"))));

        Write write = dynamo.updateAndGet(
                table,
                key("one"),
                new ItemUpdate()
                        .set("data.state", text("new"))
                        .setIfAbsent("Name", text("ignored"))
                        .setIfAbsent("timestamp", text("now"))
                        .setOrRemove("On", Optional.empty())
                        .setIfPresent("absent", Optional.empty())
                        .add("Count", number(2))
                        .add("other", number(1))
                        .deleteFrom("ids", AttributeValue.fromSs(List.of("x"))));

        assertThat(write).isInstanceOfSatisfying(Applied.class, applied -> {
            Item now = applied.returned().orElseThrow();
            assertThat(now.map("data").text("state")).isEqualTo("new");
            assertThat(now.text("Name")).isEqualTo("a");
            assertThat(now.text("timestamp")).isEqualTo("now");
            assertThat(now.number("Count")).isEqualTo(9);
            assertThat(now.number("other")).isEqualTo(1);
            assertThat(now.texts("ids")).containsExactly("y");
            assertThat(now.attributes()).doesNotContainKeys("On", "absent");
        });
    }

    @Test
    void condition_comparesAttributes() {
        putOne();

        assertThat(holds(exists("Name"))).isTrue();
        assertThat(holds(absent("Name"))).isFalse();
        assertThat(holds(equal("Name", Optional.of(text("a"))))).isTrue();
        assertThat(holds(equal("Name", Optional.empty()))).isFalse();
        assertThat(holds(notEqual("Name", text("a")))).isFalse();
        assertThat(holds(notEqual("unknown", text("a")))).isTrue();
        assertThat(holds(less("Count", number(7)))).isFalse();
        assertThat(holds(atMost("Count", number(7)))).isTrue();
        assertThat(holds(greater("Count", number(7)))).isFalse();
        assertThat(holds(atLeast("Count", number(7)))).isTrue();
        assertThat(holds(between("Count", number(7), number(9)))).isTrue();
        assertThat(holds(oneOf("Name", List.of(text("b"), text("a"))))).isTrue();
        assertThat(holds(oneOf("Name", List.of()))).isFalse();
        assertThat(holds(sizeLess("Name", 2))).isTrue();
        assertThat(one().number("Tries")).isEqualTo(8);
    }

    @Test
    void condition_combinesAndWithOr() {
        putOne();
        Condition yes = exists("Name");
        Condition no = absent("Name");

        assertThat(holds(yes.and(no.or(yes)))).isTrue();
        assertThat(holds(no.and(yes).or(yes))).isTrue();
        assertThat(holds(no.and(yes.or(yes)))).isFalse();
        assertThat(holds(Condition.any(no, no, yes))).isTrue();
        assertThat(holds(Condition.all(yes, no, yes))).isFalse();
        assertThat(holds(Condition.NONE.and(no))).isFalse();
        assertThat(holds(Condition.NONE.or(no))).isTrue();
    }

    @Test
    void putAndDelete_takeConditions_andReturnTheCurrentItem() {
        assertThat(dynamo.put(table, item("one", "a"), absent("PK"))).isInstanceOf(Applied.class);
        assertThat(dynamo.put(table, item("one", "b"), absent("PK")))
                .isEqualTo(new Write.Refused(Optional.of(item("one", "a"))));
        assertThat(dynamo.delete(table, key("one"), equal("Name", text("b"))))
                .isEqualTo(new Write.Refused(Optional.of(item("one", "a"))));
        assertThat(dynamo.delete(table, key("one"), equal("Name", text("a")))).isInstanceOf(Applied.class);
    }

    @Test
    void transaction_whenRefused_saysWhyByAction() {
        putOne();
        Transaction transaction = new Transaction();
        Action put = transaction.put(table, item("two", "b"), absent("PK"));
        Action update = transaction.update(
                table, key("one"), new ItemUpdate().remove("On").onlyIf(equal("Name", text("b"))));
        Action delete = transaction.delete(table, key("three"));
        Action check = transaction.check(table, key("four"), exists("PK"));

        assertThat(dynamo.transact(transaction)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.held(put)).isTrue();
            assertThat(refused.held(delete)).isTrue();
            assertThat(refused.failed(update)).isTrue();
            assertThat(refused.current(update)).contains(item("one", "a"));
            assertThat(refused.failed(check)).isTrue();
            assertThat(refused.current(check)).isEmpty();
        });
    }

    @Test
    void transaction_whenAllConditionsHold_writesEverything() {
        putOne();
        Transaction transaction = new Transaction();
        transaction.put(table, item("two", "b"));
        transaction.delete(table, key("one"), exists("PK"));
        transaction.update(table, key("three"), new ItemUpdate().set("Name", text("c")));

        assertThat(dynamo.transact(transaction)).isInstanceOf(Transaction.Committed.class);
        assertThat(dynamo.get(table, key("one"))).isEmpty();
        assertThat(dynamo.get(table, key("two"))).isPresent();
        assertThat(dynamo.get(table, key("three"))).isPresent();
    }
}
