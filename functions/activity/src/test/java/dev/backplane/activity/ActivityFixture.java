package dev.backplane.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.activity.api.ListActivityHandler;
import dev.backplane.activity.events.EraseActivityHandler;
import dev.backplane.activity.events.RecordActivityHandler;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The functions over the table of one test. */
public final class ActivityFixture {

    public final TestPlatform test;
    private final DynamoLocal local;
    private final RecordActivityHandler recorder;
    private final EraseActivityHandler eraser;
    private final ListActivityHandler lister;

    public ActivityFixture(DynamoLocal local) {
        this.local = local;
        this.test = local.platform(Map.of(ActivitySettings.ACTIVITY_TABLE, table()));
        this.recorder = new RecordActivityHandler(test.platform());
        this.eraser = new EraseActivityHandler(test.platform());
        this.lister = new ListActivityHandler(test.platform());
    }

    private String table() {
        return local.table(ActivityStore.TABLE);
    }

    public Instant now() {
        return test.clock().instant();
    }

    public void record(String envelope) {
        Invoke.with(recorder, envelope);
    }

    public void erase(String envelope) {
        Invoke.with(eraser, envelope);
    }

    public GatewayResponse get(String query) {
        return HttpCall.of(ListActivityHandler.OPERATION).query(query).send(lister);
    }

    /** Returns the items of one page, which must be answered. */
    public List<Map<String, JsonValue>> items(String query) {
        return itemsOf(answered(query));
    }

    private GatewayResponse answered(String query) {
        GatewayResponse answer = get(query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static List<Map<String, JsonValue>> itemsOf(GatewayResponse answer) {
        return ((Arr) answer.member("items"))
                .elements().stream().map(item -> ((Obj) item).members()).toList();
    }

    /** Returns the event ids of a list, in its order, page by page. */
    public List<String> ids(String query) {
        return all(query).stream().map(item -> text(item, "eventId")).toList();
    }

    /** Returns all items of a list, page by page. */
    public List<Map<String, JsonValue>> all(String query) {
        List<Map<String, JsonValue>> items = new ArrayList<>();
        GatewayResponse page = answered(query);
        items.addAll(itemsOf(page));
        while (page.member("next") instanceof Text(String cursor)) {
            page = answered(query + (query.isEmpty() ? "" : "&") + "cursor=" + cursor);
            items.addAll(itemsOf(page));
        }
        return items;
    }

    public static String text(Map<String, JsonValue> item, String name) {
        if (item.get(name) instanceof Text(String text)) {
            return text;
        }
        throw new AssertionError("no text " + name + " in " + item);
    }

    /** Returns every row of the table, which no code of the service may do. */
    public List<Item> rows() {
        return local.client().scanPaginator(scan -> scan.tableName(table()).consistentRead(true)).items().stream()
                .map(Item::new)
                .toList();
    }

    /** Changes an attribute of every row of an entry, as a person might. */
    public void damage(String eventId, String attribute, AttributeValue value) {
        rows().stream().filter(row -> row.text("eventId").equals(eventId)).forEach(row -> {
            Map<String, AttributeValue> damaged = new HashMap<>(row.attributes());
            damaged.put(attribute, value);
            local.client().putItem(put -> put.tableName(table()).item(damaged));
        });
    }
}
