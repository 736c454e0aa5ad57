package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.dynamo.TableSpec.Index;
import dev.backplane.platform.dynamo.TableSpec.TableClass;
import dev.backplane.platform.dynamo.Write.Applied;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class DynamoTest {

    static final TableSpec TABLE = new TableSpec(
            "ThingTable",
            TableSpec.Key.of("PK", "SK"),
            List.of(new Index("NameIndex", TableSpec.Key.of("PK", "Name"), Optional.empty())),
            Optional.empty(),
            false,
            TableClass.STANDARD);
    static final TableSpec OTHER = new TableSpec(
            "OtherTable", TableSpec.Key.of("PK", "SK"), List.of(), Optional.empty(), false, TableClass.STANDARD);

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

    static Map<String, AttributeValue> key(String id) {
        return Values.key("THINGS", id);
    }

    static Item item(String id, String name) {
        return Item.builder()
                .text("PK", "THINGS")
                .text("SK", id)
                .text("Name", name)
                .number("Count", 7)
                .flag("On", true)
                .text("Absent", Optional.empty())
                .build();
    }

    private Write put(Item item) {
        return dynamo.put(table, item);
    }

    private Optional<Item> get(String id) {
        return dynamo.get(table, key(id));
    }

    private ItemQuery things(String partition) {
        return ItemQuery.of(table, Condition.equal("PK", Values.text(partition)));
    }

    @Test
    void get_whenTheItemExists_isTheItemWithItsTypes() {
        put(item("1", "a"));

        assertThat(get("1")).hasValueSatisfying(item -> {
            assertThat(item.text("Name")).isEqualTo("a");
            assertThat(item.number("Count")).isEqualTo(7);
            assertThat(item.flag("On")).isTrue();
            assertThat(item.flag("Off")).isFalse();
            assertThat(item.findText("Absent")).isEmpty();
            assertThat(item.findNumber("Absent")).isEmpty();
            assertThatThrownBy(() -> item.text("Absent")).hasMessage("item without Absent");
            assertThatThrownBy(() -> item.number("Absent")).hasMessage("item without Absent");
        });
    }

    @Test
    void get_whenThereIsNone_isEmpty() {
        assertThat(get("1")).isEmpty();
    }

    @Test
    void getEach_readsTheItemsThatExistByTable() {
        put(item("1", "a"));

        assertThat(dynamo.getEach(Map.of(table, key("1"), other, key("2")))).isEqualTo(Map.of(table, item("1", "a")));
    }

    @Test
    void getAll_readsTheItemsThatExist() {
        put(item("1", "a"));
        put(item("3", "c"));

        assertThat(dynamo.getAll(table, List.of(key("1"), key("2"), key("3"))))
                .containsExactlyInAnyOrder(item("1", "a"), item("3", "c"));
    }

    @Test
    void query_whenTheLimitCutsIt_saysWhereToGoOn() {
        IntStream.range(0, 5).forEach(i -> put(item("" + i, "name")));
        List<String> ids = new ArrayList<>();
        Optional<Map<String, AttributeValue>> last = Optional.empty();
        int pages = 0;

        do {
            Rows rows = dynamo.query(things("THINGS").limit(2).after(last));
            rows.items().forEach(item -> ids.add(item.text("SK")));
            last = rows.last();
            pages++;
        } while (last.isPresent());

        assertThat(ids).containsExactly("0", "1", "2", "3", "4");
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void query_whenOneMegabyteCutsIt_saysThatThereIsMore() {
        IntStream.range(0, 4).forEach(i -> put(item("" + i, "x".repeat(1_000) + "y"), "z".repeat(350_000)));

        Rows rows = dynamo.query(things("THINGS").limit(10));

        assertThat(rows.items()).hasSizeLessThan(4);
        assertThat(rows.last()).isPresent();
    }

    private void put(Item item, String ballast) {
        Map<String, AttributeValue> attributes = new HashMap<>(item.attributes());
        attributes.put("Ballast", Values.text(ballast));
        dynamo.put(table, new Item(attributes));
    }

    @Test
    void query_whenNothingMatches_isEmptyAndAtItsEnd() {
        Rows rows = dynamo.query(things("NONE"));

        assertThat(rows).isEqualTo(new Rows(List.of(), Optional.empty()));
    }

    @Test
    void put_replacesTheWholeItem() {
        assertThat(put(item("1", "a"))).isEqualTo(new Applied(Optional.empty()));

        assertThat(put(item("1", "b"))).isEqualTo(new Applied(Optional.empty()));

        assertThat(get("1")).contains(item("1", "b"));
    }

    @Test
    void put_whenItsConditionDoesNotHold_isRefusedWithTheCurrentItem() {
        put(item("1", "a"));

        Write write = dynamo.put(table, item("1", "b"), Condition.absent("PK"));

        assertThat(write).isEqualTo(new Write.Refused(Optional.of(item("1", "a"))));
        assertThat(get("1")).contains(item("1", "a"));
    }

    @Test
    void update_whenItsConditionHolds_returnsTheNewItemIfAsked() {
        put(item("1", "a"));

        assertThat(rename("a", "b")).isEqualTo(new Applied(Optional.of(item("1", "b"))));
    }

    private Write rename(String from, String to) {
        return dynamo.updateAndGet(
                table,
                key("1"),
                new ItemUpdate().set("Name", Values.text(to)).onlyIf(Condition.equal("Name", Values.text(from))));
    }

    @Test
    void update_whenItsConditionDoesNotHold_isRefusedWithTheCurrentItem() {
        put(item("1", "c"));

        assertThat(rename("a", "b")).isEqualTo(new Write.Refused(Optional.of(item("1", "c"))));
        assertThat(get("1")).contains(item("1", "c"));
    }

    @Test
    void update_whenThereIsNoItemForItsCondition_isRefusedWithNone() {
        assertThat(rename("a", "b")).isEqualTo(new Write.Refused(Optional.empty()));
        assertThat(get("1")).isEmpty();
    }

    @Test
    void delete_whenItsConditionHolds_removesTheItem() {
        put(item("1", "a"));

        Write write = dynamo.delete(table, key("1"), Condition.exists("PK"));

        assertThat(write).isEqualTo(new Applied(Optional.empty()));
        assertThat(get("1")).isEmpty();
    }

    @Test
    void delete_whenItsConditionDoesNotHold_isRefusedWithTheCurrentItem() {
        put(item("1", "a"));

        Write write = dynamo.delete(table, key("1"), Condition.absent("PK"));

        assertThat(write).isEqualTo(new Write.Refused(Optional.of(item("1", "a"))));
        assertThat(get("1")).isPresent();
    }

    @Test
    void put_whenDynamoFindsItInvalid_isAFault() {
        assertThatThrownBy(() -> dynamo.put(table, new Item(key("")))).isInstanceOf(DynamoDbException.class);
        assertThatThrownBy(() -> dynamo.get("absent", key("1"))).isInstanceOf(DynamoDbException.class);
    }

    @Test
    void put_when32ThreadsClaimOneKey_isAppliedOnceAndRefusedWithTheWinner() {
        List<Write> writes = Threads.race(
                        32, thread -> dynamo.put(table, item("1", "thread " + thread), Condition.absent("PK")))
                .allResults();

        assertThat(writes).filteredOn(Applied.class::isInstance).hasSize(1);
        assertThat(writes)
                .filteredOn(Write.Refused.class::isInstance)
                .hasSize(31)
                .containsOnly(new Write.Refused(get("1")));
    }
}
