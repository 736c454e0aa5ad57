package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppUser;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserApp;
import dev.backplane.userdata.UserId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** data.admin.users and data.admin.apps. */
class AdminListsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.registerUnlimited(NOTES);
    }

    private static Item usage(AppName app, String user, Realm realm) {
        return UsageRow.toItem(app, new UserId(user), Usage.of(Map.of(realm, new Count(100, 1))), "rev");
    }

    private List<Page<AppUser, UserPosition>> pages(AppName app, Optional<Realm> realm, int limit) {
        List<Page<AppUser, UserPosition>> pages = new ArrayList<>();
        Optional<UserPosition> next = Optional.empty();
        do {
            Page<AppUser, UserPosition> page = stores.usage.listUsers(
                    app, realm, limit, next.map(UserPosition::toString).map(UserPosition::parse));
            pages.add(page);
            next = page.next();
        } while (next.isPresent());
        return pages;
    }

    private static List<String> users(List<Page<AppUser, UserPosition>> pages) {
        return pages.stream()
                .flatMap(page -> page.items().stream())
                .map(user -> user.user().value())
                .toList();
    }

    @Test
    void users_tenThousandOverAllShards_areListedOnceEachAtTheCostOfWhatIsRead() {
        List<String> ids = IntStream.range(0, 10_000)
                .mapToObj(i -> "user-%05d".formatted(i))
                .toList();
        stores.putAll(
                stores.settings.appUsage(),
                ids.stream().map(id -> usage(NOTES, id, Realm.JSON)).toList());
        assertThat(ids.stream().map(UserId::new).map(UsageRow::shardOf).distinct())
                .hasSize(UsageRow.SHARDS);

        Meter meter = new Meter();
        List<Page<AppUser, UserPosition>> pages = meter.measure(() -> pages(NOTES, Optional.empty(), 100));

        // Sorted first: AssertJ compares every pair of elements if the order is free.
        assertThat(users(pages).stream().sorted()).containsExactlyElementsOf(ids);
        assertThat(pages)
                .hasSize(100)
                .allSatisfy(page -> assertThat(page.items()).hasSize(100));
        // One query a page, and one more where a page goes on into the next shard.
        assertThat(meter.calls()).isBetween(100L, 100L + UsageRow.SHARDS);
        // About 90 bytes a row, half a unit for each 4 KiB, rounded up for each query.
        assertThat(meter.readUnits()).isBetween(100.0, 200.0);

        // If all users are in the other realm, pages are empty and end early, and the last one is reached.
        List<Page<AppUser, UserPosition>> none = pages(NOTES, Optional.of(Realm.BLOB), 100);
        assertThat(users(none)).isEmpty();
        assertThat(none.size()).isBetween(5, 10);
    }

    @Test
    void users_ofAnAppWithoutAny_costOneQueryAShard() {
        Meter meter = new Meter();
        assertThat(meter.measure(() -> users(pages(NOTES, Optional.empty(), 25))))
                .isEmpty();

        assertThat(meter.calls()).isEqualTo(UsageRow.SHARDS);
    }

    @Test
    void users_ofOneRealm_areFoundBehindManyOfTheOther() {
        stores.putAll(
                stores.settings.appUsage(),
                Stream.concat(
                                IntStream.range(0, 1500).mapToObj(i -> usage(NOTES, "json" + i, Realm.JSON)),
                                Stream.of(usage(NOTES, "blob", Realm.BLOB)))
                        .toList());

        List<Page<AppUser, UserPosition>> pages = pages(NOTES, Optional.of(Realm.BLOB), 25);

        assertThat(users(pages)).containsExactly("blob");
        assertThat(users(pages(NOTES, Optional.of(Realm.JSON), 100)))
                .doesNotHaveDuplicates()
                .hasSize(1500);
    }

    @Test
    void names_thatBeginWithEachOther_neverMix() {
        List<AppName> apps = Stream.of("app", "app1", "app10", "app.1", "app-", "app_")
                .map(AppName::new)
                .toList();
        for (AppName app : apps) {
            stores.registerUnlimited(app);
            stores.putOk(json(app, new UserId("user-of-" + app)), "a", '"' + app.value() + '"');
        }

        for (AppName app : apps) {
            assertThat(users(pages(app, Optional.empty(), 25))).containsExactly("user-of-" + app);
            assertThat(stores.data
                            .list(json(app, ANN), "", 25, Optional.empty())
                            .items())
                    .isEmpty();
        }
    }

    @Test
    void users_comeWithTheirFirstValueAndGoWithTheirLast() {
        stores.putOk(json(NOTES, ANN), "a", ofSize(10));
        stores.putOk(json(NOTES, ANN), "b", ofSize(10));
        stores.putOk(blob(NOTES, ANN), "a", bytes(10));
        assertThat(realms()).containsExactly(EnumSet.of(Realm.JSON, Realm.BLOB));

        stores.remove(json(NOTES, ANN), "a");
        assertThat(realms()).containsExactly(EnumSet.of(Realm.JSON, Realm.BLOB));
        stores.remove(json(NOTES, ANN), "b");
        assertThat(realms()).containsExactly(EnumSet.of(Realm.BLOB));
        stores.remove(blob(NOTES, ANN), "a");
        assertThat(realms()).isEmpty();
        assertThat(stores.rows(stores.settings.appUsage())).hasSize(1);
    }

    private List<Set<Realm>> realms() {
        return pages(NOTES, Optional.empty(), 25).stream()
                .flatMap(page -> page.items().stream())
                .map(AppUser::realms)
                .toList();
    }

    @Test
    void apps_ofAUserWithManyKeys_areOneQuery() {
        AppName other = new AppName("other");
        stores.registerUnlimited(other);
        for (int i = 0; i < 40; i++) {
            stores.putOk(json(NOTES, ANN), "k" + i, "1");
        }
        stores.putOk(blob(other, ANN), "a", bytes(99));

        Meter meter = new Meter();
        Page<UserApp, AppName> page =
                meter.measure(() -> stores.usage.listApps(ANN, Optional.empty(), 25, Optional.empty()));

        assertThat(page.items())
                .containsExactly(
                        new UserApp(NOTES, new Usage(10 * 3 + 30 * 4, new Count(150, 40), Count.ZERO)),
                        new UserApp(other, new Usage(100, Count.ZERO, new Count(100, 1))));
        assertThat(meter.calls()).isEqualTo(1);
        assertThat(meter.readUnits()).isEqualTo(1);
        assertThat(stores.usage
                        .listApps(ANN, Optional.of(Realm.BLOB), 25, Optional.empty())
                        .items())
                .extracting(UserApp::app)
                .containsExactly(other);
    }
}
