package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that cannot be converted: they are logged and left out. */
class DamagedItemsTest {

    @RegisterExtension
    static final DynamoLocal LOCAL = DynamoLocal.with(DynamoTest.TABLE);

    private final Invocation invocation = new Invocation("f", "s", "o", "r");
    private Dynamo dynamo;
    private String table;

    @BeforeEach
    void connect() {
        dynamo = LOCAL.dynamo();
        table = LOCAL.table(DynamoTest.TABLE);
    }

    /** Writes items whose ids are single characters; that of an upper-case letter lacks its name. */
    private void put(String ids) {
        for (String id : ids.split("")) {
            Item.Builder item = Item.builder().text("PK", "THINGS").text("SK", id);
            if (!Character.isUpperCase(id.charAt(0))) {
                item.text("Title", id);
            }
            dynamo.put(table, item.build(), Condition.NONE);
        }
    }

    private ItemQuery all() {
        return ItemQuery.of(table, Condition.equal("PK", Values.text("THINGS")));
    }

    private List<String> read(ItemQuery query, int count) {
        return invocation.run(() -> dynamo.read(query, count, item -> item.text("Title")));
    }

    private static long calls(Supplier<?> work) {
        Meter meter = new Meter();
        meter.measure(work::get);
        return meter.calls();
    }

    @Test
    void read_ofAnItem_isItsConversion() {
        assertThat(DynamoTest.item("1", "a").read(item -> item.text("Name"))).contains("a");
    }

    @Test
    void read_ofADamagedItem_isEmptyAndLogged() {
        Optional<Long> count = invocation.run(() -> DynamoTest.item("1", "a").read(item -> item.number("Name")));

        assertThat(count).isEmpty();
        assertThat(invocation.line(0)).contains("\"outcome\":\"SUCCESS\"", InvalidValueException.class.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"abcde", "ABCabcde", "aAbBcCde", "aAbcdBCDe", "abcdeABC"})
    void read_whereItemsAreDamaged_readsOnUntilItHasEnough(String ids) {
        put(ids);
        String readable = ids.replaceAll("[A-Z]", "")
                .chars()
                .sorted()
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();

        for (int count = 1; count <= 6; count++) {
            assertThat(String.join("", read(all(), count)))
                    .isEqualTo(readable.substring(0, Math.min(count, readable.length())));
        }
        assertThat(invocation.line(0).contains("item without Title")).isEqualTo(!ids.equals(readable));
    }

    @Test
    void read_startsWhereItIsTold_alsoBackwards() {
        put("abCde");

        Map<String, AttributeValue> after = Values.key("THINGS", "b");
        assertThat(read(all().after(Optional.of(after)), 2)).containsExactly("d", "e");
        assertThat(read(all().descending(), 3)).containsExactly("e", "d", "b");
    }

    @Test
    void read_ofUndamagedItems_isOneCall() {
        put("abcde");

        assertThat(calls(() -> dynamo.read(all(), 3, item -> item.text("Title"))))
                .isEqualTo(1);
        put("A");
        assertThat(calls(() -> dynamo.read(all(), 3, item -> item.text("Title"))))
                .isEqualTo(2);
    }
}
