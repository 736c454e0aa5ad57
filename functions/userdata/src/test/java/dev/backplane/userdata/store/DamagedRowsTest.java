package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppUser;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserApp;
import dev.backplane.userdata.UserId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows that were changed by hand and can no longer be read. */
class DamagedRowsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.registerUnlimited(NOTES);
    }

    /** Follows a list to its end; no page may have more items than the limit. */
    private static <T, K> List<T> all(int limit, Function<Optional<K>, Page<T, K>> list) {
        List<T> found = new ArrayList<>();
        Optional<K> next = Optional.empty();
        do {
            Page<T, K> page = list.apply(next);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            found.addAll(page.items());
            next = page.next();
        } while (next.isPresent());
        return found;
    }

    private void damage(String table, Map<String, AttributeValue> key, String attribute) {
        change(table, key, attribute, AttributeValue.fromBool(true));
    }

    private void change(String table, Map<String, AttributeValue> key, String attribute, AttributeValue value) {
        Map<String, AttributeValue> row = new HashMap<>(stores.rows(table).stream()
                .map(Item::attributes)
                .filter(attributes -> attributes.entrySet().containsAll(key.entrySet()))
                .findFirst()
                .orElseThrow());
        row.put(attribute, value);
        stores.putAll(table, List.of(new Item(row)));
    }

    private void damage(Namespace namespace, String key, String attribute) {
        Location location = Location.of(namespace, stores.settings);
        damage(location.table(), location.head(key(key)), attribute);
    }

    /** Returns JSON that cannot be packed into a small row. */
    private static String random(int length) {
        return '"' + HexFormat.of().formatHex(bytes(length).bytes()) + '"';
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj("k%02d"::formatted).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10})
    void apps_areAllListedButTheDamagedOnes(int limit) {
        names(7).forEach(name -> stores.registerUnlimited(new AppName(name)));
        for (String damaged : List.of("k00", "k02", "k03", "k06")) {
            damage(stores.settings.appUsage(), AppRow.directoryKey(new AppName(damaged)), "createdAt");
        }

        assertThat(all(limit, (Optional<AppName> after) -> stores.apps.list(limit, after)))
                .extracting(App::name)
                .extracting(AppName::value)
                .containsExactly("k01", "k04", "k05", NOTES.value());
    }

    @Test
    void damagedApp_alone_isAFault() {
        damage(stores.settings.apps(), AppRow.key(NOTES), "createdAt");

        assertThatThrownBy(() -> stores.apps.get(NOTES)).isInstanceOf(RuntimeException.class);
        assertThat(stores.data.exists(json(NOTES, ANN))).isTrue();
    }

    @Test
    void damagedValue_inABatch_isAFault() {
        List<RealmKey> keys = List.of(new RealmKey(Realm.JSON, key("a")), new RealmKey(Realm.JSON, key("b")));
        Location location = Location.of(json(NOTES, ANN), stores.settings);
        stores.putOk(json(NOTES, ANN), "a", "{}");
        stores.putOk(json(NOTES, ANN), "b", "{}");
        assertThat(stores.batches.read(NOTES, ANN, keys).orElseThrow().found()).hasSize(2);

        change(location.table(), location.head(key("b")), "value", AttributeValue.fromS("{"));

        assertThatThrownBy(() -> stores.batches.read(NOTES, ANN, keys)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10})
    void appsOfAUser_areAllListedButTheDamagedOnes(int limit) {
        names(7).forEach(name -> stores.putAll(
                stores.settings.appUsage(),
                List.of(UsageRow.toItem(
                        new AppName(name), ANN, Usage.of(Map.of(Realm.JSON, new Count(10, 1))), "rev"))));
        for (String damaged : List.of("k00", "k03", "k04", "k06")) {
            change(
                    stores.settings.appUsage(),
                    UsageRow.key(new AppName(damaged), ANN),
                    "jsonBytes",
                    AttributeValue.fromN("1.5"));
        }

        for (Optional<Realm> realm : List.of(Optional.<Realm>empty(), Optional.of(Realm.JSON))) {
            assertThat(all(limit, (Optional<AppName> after) -> stores.usage.listApps(ANN, realm, limit, after)))
                    .extracting(UserApp::app)
                    .extracting(AppName::value)
                    .containsExactly("k01", "k02", "k05");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10})
    void usersOfAnApp_areAllListedEvenIfTheirIdsAreNotValid(int limit) {
        List<String> ids = List.of("me", "a/b", "ann", "x".repeat(300), "bob");
        stores.putAll(
                stores.settings.appUsage(),
                ids.stream()
                        .map(id -> UsageRow.toItem(
                                NOTES, new UserId(id), Usage.of(Map.of(Realm.JSON, new Count(10, 1))), "rev"))
                        .toList());
        damage(stores.settings.appUsage(), UsageRow.key(NOTES, new UserId("bob")), "jsonBytes");

        List<AppUser> found = all(
                limit,
                (Optional<UserPosition> after) -> stores.usage.listUsers(
                        NOTES,
                        Optional.empty(),
                        limit,
                        after.map(UserPosition::toString).map(UserPosition::parse)));

        assertThat(found).extracting(user -> user.user().value()).containsExactlyInAnyOrderElementsOf(ids);
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "createdAt", "size"})
    void values_areAllListedButTheDamagedOnes(String attribute) {
        for (Namespace namespace : List.of(json(NOTES, ANN), new Namespace.Behavior(ANN), new Namespace.Content(ANN))) {
            names(7).forEach(name -> stores.putOk(namespace, name, "\"x\""));
            List.of("k00", "k02", "k03", "k06").forEach(damaged -> damage(namespace, damaged, attribute));
            for (int limit : List.of(1, 2, 3, 10)) {
                assertThat(all(limit, (Optional<DataKey> after) -> stores.data.list(namespace, "", limit, after)))
                        .extracting(entry -> entry.key().value())
                        .containsExactly("k01", "k04", "k05");
                assertThat(all(limit, (Optional<DataKey> after) -> stores.data.query(namespace, "k", limit, after)))
                        .extracting(stored -> stored.entry().key().value())
                        .containsExactly("k01", "k04", "k05");
            }
            assertThatThrownBy(() -> stores.data.get(namespace, key("k00")))
                    .isInstanceOf(RuntimeException.class)
                    .isNotInstanceOf(Unavailable.class);
        }
    }

    @Test
    void blobs_areAllListedButTheDamagedOnes() {
        names(3).forEach(name -> stores.putOk(blob(NOTES, ANN), name, bytes(10)));
        damage(blob(NOTES, ANN), "k01", "version");

        assertThat(all(1, (Optional<DataKey> after) -> stores.data.list(blob(NOTES, ANN), "", 1, after)))
                .extracting(entry -> entry.key().value())
                .containsExactly("k00", "k02");
    }

    @Test
    void counters_areAllListedButTheDamagedOnes() {
        Namespace counters = new Namespace.Behavior(ANN);
        names(3).forEach(name -> stores.counters.increment(
                ANN, key(name), CounterNumber.parse("1").orElseThrow(), Optional.empty()));
        damage(counters, "k01", "number");

        assertThat(all(1, (Optional<DataKey> after) -> stores.data.query(counters, "", 1, after)))
                .extracting(stored -> stored.payload().text())
                .containsExactly("1", "1");
    }

    /** The key was used, so the increment was counted; to count it again or to guess its result would be wrong. */
    @ParameterizedTest
    @ValueSource(strings = {"by", "result", "expires"})
    void damagedMemoryOfAnIncrement_isAFaultOfItsKey_andNothingIsCounted(String attribute) {
        Optional<IdempotencyKey> used = Optional.of(new IdempotencyKey("used"));
        increment("k", used);
        Location location = Location.of(new Namespace.Behavior(ANN), stores.settings);
        damage(location.table(), location.key("#k#used"), attribute);

        assertThatThrownBy(() -> increment("k", used))
                .isInstanceOf(RuntimeException.class)
                .isNotInstanceOf(Unavailable.class);
        assertThat(increment("k", Optional.of(new IdempotencyKey("other")))).isEqualTo(counted("2"));
        assertThat(increment("k", Optional.empty())).isEqualTo(counted("3"));
    }

    private CounterOutcome increment(String name, Optional<IdempotencyKey> idempotencyKey) {
        return stores.counters.increment(
                ANN, key(name), CounterNumber.parse("1").orElseThrow(), idempotencyKey);
    }

    private static CounterOutcome counted(String value) {
        return new CounterOutcome.Counted(CounterNumber.parse(value).orElseThrow());
    }

    @Test
    void listWithValues_leavesOutAValueThatIsNotJson() {
        names(3).forEach(name -> stores.putOk(json(NOTES, ANN), name, "\"x\""));
        Location location = Location.of(json(NOTES, ANN), stores.settings);
        change(location.table(), location.head(key("k01")), "value", AttributeValue.fromS("{"));

        assertThat(stores.data.query(json(NOTES, ANN), "", 10, Optional.empty()).items())
                .extracting(stored -> stored.entry().key().value())
                .containsExactly("k00", "k02");
    }

    @Test
    void largeValueWithoutItsSecondRow_isLeftOutOfLists_andAloneAFault() {
        Namespace namespace = json(NOTES, ANN);
        names(3).forEach(name -> stores.putOk(namespace, name, random(20_000)));
        Location location = Location.of(namespace, stores.settings);
        List<Item> separate = stores.rows(location.table()).stream()
                .filter(row -> row.text("key").startsWith(Location.SEPARATE_PREFIX))
                .toList();
        assertThat(separate).hasSize(3);
        stores.delete(location.table(), location.separate(key("k01")));
        damage(location.table(), location.separate(key("k02")), "version");

        assertThat(stores.data.query(namespace, "", 10, Optional.empty()).items())
                .extracting(stored -> stored.entry().key().value())
                .containsExactly("k00");
        for (String damaged : List.of("k01", "k02")) {
            assertThatThrownBy(() -> stores.data.get(namespace, key(damaged)))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void recount_countsADamagedRowByItsSize() {
        Entry entry = stores.putOk(json(NOTES, ANN), "k", "\"x\"");
        damage(json(NOTES, ANN), "k", "version");

        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(entry.size());
    }

    @Test
    void damagedRow_isLogged_andAnUndamagedPageIsOneCall() {
        names(3).forEach(name -> stores.putOk(json(NOTES, ANN), name, "1"));
        Meter meter = new Meter();
        Page<Stored, DataKey> page = meter.measure(() -> stores.data.query(json(NOTES, ANN), "", 2, Optional.empty()));
        assertThat(page.next()).contains(key("k01"));
        assertThat(meter.calls()).isEqualTo(1);
        damage(json(NOTES, ANN), "k01", "version");

        Invocation invocation = new Invocation("f", "userdata", "ListJson", "r");
        invocation.run(() -> stores.data.list(json(NOTES, ANN), "", 2, Optional.empty()));

        assertThat(invocation.line(0)).contains("\"outcome\":\"SUCCESS\"").contains("InvalidValueException");
    }
}
