package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.call;
import static dev.backplane.userdata.api.ApiFixture.forUser;
import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import net.javacrumbs.jsonunit.core.Option;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.createApp("{\"name\":\"notes\"}");
    }

    private GatewayResponse list(String query) {
        return api.send(
                ListJsonHandler.OPERATION,
                notes(ListJsonHandler.OPERATION, "ann").query(query));
    }

    private static List<String> texts(GatewayResponse answer, String member) {
        return ((Arr) answer.member("items"))
                .elements().stream()
                        .map(item -> member(item, member) instanceof Text(String text) ? text : "")
                        .toList();
    }

    private static JsonValue member(JsonValue item, String name) {
        return Objects.requireNonNull(((Obj) item).members().get(name));
    }

    /** Follows the cursors to the end. */
    private List<GatewayResponse> pages(Operation operation, HttpCall call, String query) {
        List<GatewayResponse> pages = new ArrayList<>();
        JsonValue next = new Text("");
        while (next instanceof Text(String cursor)) {
            GatewayResponse page =
                    api.send(operation, call.query(query + (cursor.isEmpty() ? "" : "&cursor=" + cursor)));
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            pages.add(page);
            next = page.member("next");
        }
        return pages;
    }

    @ParameterizedTest
    @CsvSource({"prefix=m1, 'm1.a m10.a'", "prefix=m1., m1.a", "prefix=, 'm1.a m10.a m2.a'", "prefix=x, ''"})
    void list_byPrefix_hasTheKeysThatBeginWithIt(String query, String keys) {
        Stream.of("m1.a", "m10.a", "m2.a").forEach(key -> api.put(key, "1"));

        assertThat(String.join(" ", texts(list(query), "key"))).isEqualTo(keys);
    }

    @Test
    void list_withoutValues_tellsWhatIsKnownAboutThem() {
        api.put("a", "\"x\"");

        assertThatJson(list("").body())
                .isEqualTo("{items:[{key:'a',size:4,version:'${json-unit.any-string}',"
                        + "updatedAt:'2026-01-05T00:00:00.000Z'}],next:null}");
    }

    @Test
    void list_isReadInPagesWithoutGapOrRepetition() {
        for (int i = 0; i < 30; i++) {
            api.put("k%03d".formatted(i), "1");
        }

        List<GatewayResponse> pages =
                pages(ListJsonHandler.OPERATION, notes(ListJsonHandler.OPERATION, "ann"), "limit=12");

        assertThat(pages.stream().map(page -> texts(page, "key").size())).containsExactly(12, 12, 6);
        assertThat(pages.stream().flatMap(page -> texts(page, "key").stream()))
                .doesNotHaveDuplicates()
                .isSorted()
                .hasSize(30);
    }

    @Test
    void list_ofLargeValues_endsPagesEarlyAndLeadsToAll() {
        String value = '"' + "x".repeat(250_000) + '"';
        for (int i = 0; i < 10; i++) {
            api.put("k" + i, value);
        }
        api.put("k5s", "[1]");

        List<GatewayResponse> pages =
                pages(ListJsonHandler.OPERATION, notes(ListJsonHandler.OPERATION, "ann"), "values=true");

        assertThat(pages)
                .allSatisfy(page -> assertThat(page.body().getBytes(StandardCharsets.UTF_8).length)
                        .isLessThan(1_100_000));
        assertThat(pages.stream().flatMap(page -> texts(page, "key").stream()))
                .containsExactly("k0", "k1", "k2", "k3", "k4", "k5", "k5s", "k6", "k7", "k8", "k9");
        assertThat(pages.stream()
                        .flatMap(page -> ((Arr) page.member("items")).elements().stream())
                        .map(item -> member(item, "value").compact()))
                .filteredOn(value::equals)
                .hasSize(10);
    }

    @Test
    void cursor_ofAnotherList_isRefused() {
        for (int i = 0; i < 3; i++) {
            api.put("k" + i, "1");
        }
        String cursor = list("limit=1").text("next");
        String query = "limit=1&cursor=" + cursor;

        assertThat(list(query).status()).isEqualTo(200);
        List<GatewayResponse> refused = List.of(
                list(query + "&prefix=k"),
                list(query.substring(0, query.length() - 1)),
                api.send(
                        ListJsonHandler.OPERATION,
                        notes(ListJsonHandler.OPERATION, "bob").query(query)),
                api.send(
                        ListJsonHandler.OPERATION,
                        forUser(ListJsonHandler.OPERATION, "ann").query(query)),
                api.send(
                        ListBlobsHandler.OPERATION,
                        notes(ListBlobsHandler.OPERATION, "ann").query(query)),
                api.send(
                        ListBehaviorHandler.OPERATION,
                        forUser(ListBehaviorHandler.OPERATION, "ann").query(query)),
                api.send(
                        ListAppsHandler.OPERATION,
                        call(ListAppsHandler.OPERATION).query(query)),
                api.send(
                        ListUserAppsHandler.OPERATION,
                        forUser(ListUserAppsHandler.OPERATION, "ann").query(query)),
                api.send(
                        ListAppUsersHandler.OPERATION,
                        call(ListAppUsersHandler.OPERATION).path("app", "notes").query(query)));
        assertThat(refused).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("INVALID_CURSOR");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=-1", "limit=101", "limit=x", "values=yes", "prefix=%20", "x=1"})
    void list_ofABadQuery_isRefused(String query) {
        assertThat(list(query).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void apps_areListedByNameInPages() {
        Stream.of("b", "a", "Z", "a.b").forEach(name -> api.createApp("{\"name\":\"" + name + "\"}"));

        List<GatewayResponse> pages = pages(ListAppsHandler.OPERATION, call(ListAppsHandler.OPERATION), "limit=2");

        assertThat(pages.stream().flatMap(page -> texts(page, "name").stream()))
                .containsExactly("Z", "a", "a.b", "b", "notes");
        assertThat(pages).hasSize(3);
    }

    @Test
    void users_andApps_tellRealmsAndUsage() {
        api.put("a", "1");
        Operation putBlob = PutBlobHandler.OPERATION;
        api.send(putBlob, notes(putBlob, "ann").path("key", "b").body("xyz"));
        api.send(putBlob, notes(putBlob, "bob").path("key", "b").body("x"));
        HttpCall users = call(ListAppUsersHandler.OPERATION).path("app", "notes");
        HttpCall apps = forUser(ListUserAppsHandler.OPERATION, "ann");

        assertThatJson(api.send(ListAppUsersHandler.OPERATION, users).body())
                .when(Option.IGNORING_ARRAY_ORDER)
                .isEqualTo("{items:[{user:'ann',realms:['json','blob']},{user:'bob',realms:['blob']}],next:null}");
        assertThatJson(api.send(ListAppUsersHandler.OPERATION, users.query("realm=json"))
                        .body())
                .isEqualTo("{items:[{user:'ann',realms:['json','blob']}],next:null}");
        assertThatJson(api.send(ListUserAppsHandler.OPERATION, apps).body())
                .isEqualTo(
                        "{items:[{app:'notes',bytes:6,reservedBytes:0,items:2,json:{bytes:2,items:1},blob:{bytes:4,items:1}}],next:null}");
        assertThat(api.send(ListUserAppsHandler.OPERATION, apps.query("realm=app"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void userApps_ofContentAndBehaviorOnly_areNone() {
        api.send(
                PutJsonHandler.OPERATION,
                forUser(PutJsonHandler.OPERATION, "ann").path("key", "a").body("1"));
        api.send(
                PutBehaviorHandler.OPERATION,
                forUser(PutBehaviorHandler.OPERATION, "ann").path("key", "a").body("1"));

        assertThatJson(api.send(ListUserAppsHandler.OPERATION, forUser(ListUserAppsHandler.OPERATION, "ann"))
                        .body())
                .isEqualTo("{items:[],next:null}");
    }

    @Test
    void userIds_ofAnyPrintableText_neverMeet() {
        List<String> users = List.of("a:b", "a;b", "a+b", "a b", "😀", "a", "b|c", "{user}", "...", "é".repeat(128));
        for (String user : users) {
            HttpCall put = notes(PutJsonHandler.OPERATION, user).path("key", "k");
            api.send(PutJsonHandler.OPERATION, put.body(new Text(user).compact()));
        }

        for (String user : users) {
            HttpCall get = notes(GetJsonHandler.OPERATION, user).path("key", "k");
            assertThat(api.send(GetJsonHandler.OPERATION, get).body()).isEqualTo(new Text(user).compact());
        }
        assertThat(texts(
                        api.send(
                                ListAppUsersHandler.OPERATION,
                                call(ListAppUsersHandler.OPERATION).path("app", "notes")),
                        "user"))
                .containsExactlyInAnyOrderElementsOf(users);
    }
}
