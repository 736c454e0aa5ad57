package dev.backplane.platform.dynamo;

import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.DynamoTest.TABLE;
import static dev.backplane.platform.dynamo.DynamoTest.item;
import static dev.backplane.platform.dynamo.DynamoTest.key;
import static dev.backplane.platform.dynamo.Values.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ItemQueryTest {

    private static final Condition THINGS = equal("PK", text("THINGS"));

    @RegisterExtension
    static final DynamoLocal LOCAL = DynamoLocal.with(TABLE);

    private Dynamo dynamo;
    private String table;

    @BeforeEach
    void putItems() {
        dynamo = LOCAL.dynamo();
        table = LOCAL.table(TABLE);
        dynamo.put(table, item("a1", "z"), Condition.NONE);
        dynamo.put(table, item("a2", "y"), Condition.NONE);
        dynamo.put(table, item("b1", "x"), Condition.NONE);
    }

    private List<String> ids(ItemQuery query) {
        return dynamo.query(query).items().stream().map(item -> item.text("SK")).toList();
    }

    @Test
    void query_returnsItemsInTheOrderOfTheirSortKeys() {
        assertThat(ids(ItemQuery.of(table, THINGS).consistent(true))).containsExactly("a1", "a2", "b1");
        assertThat(ids(ItemQuery.of(table, THINGS).descending())).containsExactly("b1", "a2", "a1");
        assertThat(ids(ItemQuery.of(table, equal("PK", text("NONE"))))).isEmpty();
    }

    @Test
    void query_canRestrictTheSortKey_filterAndReadAnIndex() {
        assertThat(ids(ItemQuery.of(table, THINGS.and(beginsWith("SK", "a"))))).containsExactly("a1", "a2");
        assertThat(ids(ItemQuery.of(table, THINGS).filter(equal("Name", text("x")))))
                .containsExactly("b1");
        assertThat(ids(ItemQuery.of(table, THINGS).index("NameIndex"))).containsExactly("b1", "a2", "a1");
    }

    @Test
    void query_readsPages() {
        Rows first = dynamo.query(ItemQuery.of(table, THINGS).limit(2));

        assertThat(first.items()).hasSize(2);
        assertThat(first.last()).contains(key("a2"));
        assertThat(ids(ItemQuery.of(table, THINGS).after(first.last()))).containsExactly("b1");
        assertThat(ids(ItemQuery.of(table, THINGS).after(Optional.empty()))).hasSize(3);
    }

    @Test
    void forEach_readsAllPages() {
        List<Item> items = new ArrayList<>();
        dynamo.forEach(ItemQuery.of(table, THINGS).limit(1), items::add);

        assertThat(items).extracting(item -> item.text("SK")).containsExactly("a1", "a2", "b1");
    }
}
