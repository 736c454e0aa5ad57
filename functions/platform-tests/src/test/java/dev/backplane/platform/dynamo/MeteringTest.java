package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Compares the meter with the capacity that DynamoDB reports for the same calls. */
class MeteringTest {

    @RegisterExtension
    static final DynamoLocal LOCAL = DynamoLocal.with(DynamoTest.TABLE, DynamoTest.OTHER);

    private static final ReturnConsumedCapacity TOTAL = ReturnConsumedCapacity.TOTAL;

    private final Meter meter = new Meter();

    private static String table() {
        return LOCAL.table(DynamoTest.TABLE);
    }

    private void measure(Consumer<Dynamo> work) {
        Dynamo dynamo = LOCAL.dynamo();
        meter.measure(() -> {
            work.accept(dynamo);
            return true;
        });
    }

    private void assertMeter(int calls, double readUnits, double writeUnits) {
        assertThat(meter.calls()).isEqualTo(calls);
        assertThat(meter.readUnits()).isEqualTo(readUnits);
        assertThat(meter.writeUnits()).isEqualTo(writeUnits);
    }

    private static double units(ConsumedCapacity consumed) {
        return Optional.ofNullable(consumed).orElseThrow().capacityUnits();
    }

    @Test
    void get_isMeteredAsDynamoReportsIt() {
        put("1", 5_000);

        measure(dynamo -> dynamo.get(table(), DynamoTest.key("1")));

        double reported = units(LOCAL.client()
                .getItem(get -> get.tableName(table())
                        .key(DynamoTest.key("1"))
                        .consistentRead(true)
                        .returnConsumedCapacity(TOTAL))
                .consumedCapacity());
        assertThat(reported).isEqualTo(2);
        assertMeter(1, reported, 0);
    }

    @Test
    void get_whenEventuallyConsistent_costsHalf() {
        put("1", 10);

        measure(dynamo -> dynamo.get(table(), DynamoTest.key("1"), false));

        assertMeter(1, 0.5, 0);
    }

    @Test
    void query_isMeteredAsDynamoReportsIt() {
        put("1", 3_000);
        put("2", 3_000);
        ItemQuery things = ItemQuery.of(table(), Condition.equal("PK", Values.text("THINGS")))
                .index("NameIndex");

        measure(dynamo -> dynamo.query(things));

        double reported = units(LOCAL.client()
                .query(things.request().andThen(query -> query.returnConsumedCapacity(TOTAL)))
                .consumedCapacity());
        assertThat(reported).isEqualTo(1);
        assertMeter(1, reported, 0);
    }

    @Test
    void put_isMeteredWithItsIndexesAsDynamoReportsIt() {
        Item item = new Item(item("1", 1_500));

        measure(dynamo -> dynamo.put(table(), item));

        double reported = units(LOCAL.client()
                .putItem(put -> put.tableName(table()).item(item("2", 1_500)).returnConsumedCapacity(TOTAL))
                .consumedCapacity());
        assertThat(reported).isEqualTo(4);
        assertMeter(1, 0, reported);
    }

    @Test
    void updateAndDelete_areMeteredAsDynamoReportsThem() {
        put("1", 10);
        put("2", 10);
        ItemUpdate update = new ItemUpdate().set("Seen", Values.flag(true));

        measure(dynamo -> {
            dynamo.update(table(), DynamoTest.key("1"), update);
            dynamo.delete(table(), DynamoTest.key("1"), Condition.NONE);
        });

        double reported = units(LOCAL.client()
                        .updateItem(update.alone()
                                .andThen(request -> request.tableName(table())
                                        .key(DynamoTest.key("2"))
                                        .returnConsumedCapacity(TOTAL)))
                        .consumedCapacity())
                + units(LOCAL.client()
                        .deleteItem(request -> request.tableName(table())
                                .key(DynamoTest.key("2"))
                                .returnConsumedCapacity(TOTAL))
                        .consumedCapacity());
        assertThat(reported).isGreaterThanOrEqualTo(2);
        assertMeter(2, 0, reported);
    }

    @Test
    void getEach_isMeteredOverAllTables() {
        String other = LOCAL.table(DynamoTest.OTHER);
        put("1", 10);
        LOCAL.client().putItem(request -> request.tableName(other).item(DynamoTest.key("2")));

        measure(dynamo -> dynamo.getEach(Map.of(table(), DynamoTest.key("1"), other, DynamoTest.key("2"))));

        assertMeter(1, 2, 0);
    }

    @Test
    void transact_isMeteredOverAllTablesAtTwiceThePrice() {
        String other = LOCAL.table(DynamoTest.OTHER);
        Transaction transaction = new Transaction();
        transaction.put(other, new Item(DynamoTest.key("1")));
        transaction.put(table(), new Item(DynamoTest.key("1")));

        measure(dynamo -> dynamo.transact(transaction));

        assertMeter(1, 0, 4);
    }

    @Test
    void refusals_areMeteredAsCalls() {
        put("1", 10);
        Transaction transaction = new Transaction();
        transaction.check(table(), DynamoTest.key("1"), Condition.absent("PK"));

        measure(dynamo -> {
            dynamo.delete(table(), DynamoTest.key("1"), Condition.absent("PK"));
            dynamo.transact(transaction);
        });

        assertMeter(2, 0, 0);
    }

    private static void put(String id, int ballast) {
        LOCAL.client().putItem(request -> request.tableName(table()).item(item(id, ballast)));
    }

    private static Map<String, AttributeValue> item(String id, int ballast) {
        Map<String, AttributeValue> attributes =
                new HashMap<>(DynamoTest.item(id, "name").attributes());
        attributes.put("Ballast", Values.text("x".repeat(ballast)));
        return attributes;
    }
}
