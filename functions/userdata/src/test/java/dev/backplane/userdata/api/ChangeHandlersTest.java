package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.call;
import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.userdata.store.StoreFixture;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        assertThat(api.createApp("{\"name\":\"notes\",\"changes\":true}").status())
                .isEqualTo(201);
    }

    private GatewayResponse changes(String query) {
        return changes("ann", query);
    }

    private GatewayResponse changes(String user, String query) {
        return api.send(
                ListChangesHandler.OPERATION,
                notes(ListChangesHandler.OPERATION, user).query(query));
    }

    private GatewayResponse update(String body) {
        return api.send(
                UpdateAppHandler.OPERATION,
                call(UpdateAppHandler.OPERATION).path("app", "notes").body(body));
    }

    private static String member(GatewayResponse response, String name) {
        Matcher matcher = Pattern.compile('"' + name + "\":\"([^\"]+)").matcher(response.body());
        assertThat(matcher.find()).as(response.body()).isTrue();
        return matcher.group(1);
    }

    @Test
    void changes_areListedUntilTheClientKnowsAll() {
        api.put("a", "{\"n\":1.50}");
        api.put("b", "2");

        GatewayResponse first = changes("limit=1");
        assertThat(first.status()).isEqualTo(200);
        assertThatJson(first.body()).inPath("$.items[*].key").isArray().containsExactly("a");
        assertThatJson(first.body()).node("items[0]").isObject().doesNotContainKeys("value", "expiresAt");
        assertThatJson(first.body()).node("items[0].size").isEqualTo(11);
        assertThatJson(first.body()).node("more").isEqualTo(true);

        GatewayResponse second = changes("limit=1&since=" + member(first, "next"));
        assertThatJson(second.body()).inPath("$.items[*].key").isArray().containsExactly("b");
        assertThatJson(second.body()).node("more").isEqualTo(false);
        assertThatJson(changes("since=" + member(second, "next")).body())
                .node("items")
                .isArray()
                .isEmpty();
    }

    @Test
    void change_hasTheFormOfItsKind() {
        api.put("a", "{\"n\":1.50}");
        api.send(
                PutBlobHandler.OPERATION,
                notes(PutBlobHandler.OPERATION, "ann")
                        .path("key", "b")
                        .header("Content-Type", "text/plain")
                        .body("text"));
        api.put("c", "1");
        api.send(
                DeleteJsonHandler.OPERATION,
                notes(DeleteJsonHandler.OPERATION, "ann").path("key", "c"));

        String body = changes("values=true").body();

        assertThat(body).contains("\"value\":{\"n\":1.50}");
        assertThatJson(body).node("items[0].realm").isEqualTo("json");
        assertThatJson(body).node("items[0].deleted").isEqualTo(false);
        assertThatJson(body).node("items[1].base64").isEqualTo("dGV4dA==");
        assertThatJson(body).node("items[1].contentType").isEqualTo("text/plain");
        assertThatJson(body)
                .node("items[2]")
                .isEqualTo("{key:'c',realm:'json',version:'${json-unit.any-string}',deleted:true,size:0,"
                        + "updatedAt:'2026-01-05T00:00:00.000Z'}");
    }

    @Test
    void oldCursor_getsOneToBeginAgainWith() {
        api.put("a", "1");
        String next = member(changes(""), "next");
        api.stores.clock().advance(Duration.ofDays(90));

        GatewayResponse expired = changes("since=" + next);

        assertThat(expired.status()).isEqualTo(410);
        assertThat(expired.code()).isEqualTo("CURSOR_EXPIRED");
        GatewayResponse again = changes("since=" + member(expired, "restart"));
        assertThatJson(again.body()).inPath("$.items[*].key").isArray().containsExactly("a");
    }

    @Test
    void feedThatIsOff_isAConflict_andOnAgain_itsCursorsHaveExpired() {
        api.put("a", "1");
        String next = member(changes(""), "next");

        assertThatJson(update("{\"changes\":false}").body()).node("changes").isEqualTo(false);
        GatewayResponse off = changes("since=" + next);
        assertThat(off.status()).isEqualTo(409);
        assertThat(off.code()).isEqualTo("CHANGES_OFF");

        update("{\"changes\":true}");
        assertThat(changes("since=" + next).code()).isEqualTo("CURSOR_EXPIRED");
    }

    @Test
    void unknownApp_isNotFound() {
        assertThat(api.send(
                                ListChangesHandler.OPERATION,
                                call(ListChangesHandler.OPERATION)
                                        .path("app", "none")
                                        .path("user", "ann"))
                        .code())
                .isEqualTo("APP_NOT_FOUND");
        assertThat(api.send(
                                UpdateAppHandler.OPERATION,
                                call(UpdateAppHandler.OPERATION)
                                        .path("app", "none")
                                        .body("{\"events\":true}"))
                        .code())
                .isEqualTo("APP_NOT_FOUND");
    }

    @Test
    void cursor_ofAnotherUser_orDamaged_isRefused() {
        api.put("a", "1");
        String next = member(changes(""), "next");

        for (GatewayResponse refused : new GatewayResponse[] {
            changes("bob", "since=" + next), changes("since=" + next.substring(1)), changes("since=x")
        }) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("INVALID_CURSOR");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=101", "cursor=x", "values=yes", "prefix=a"})
    void badQuery_isRefused(String query) {
        assertThat(changes(query).code()).isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"changes\":null}", "{\"changes\":\"true\"}", "{\"quotaBytes\":1}", "{\"events\":1}"})
    void badUpdate_isRefused(String body) {
        assertThat(update(body).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void update_leavesTheOtherOption() {
        assertThatJson(update("{\"events\":true}").body())
                .isEqualTo("{name:'notes',quotaBytes:null,changes:true,events:true,"
                        + "createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'${json-unit.any-string}'}");
        assertThatJson(update("{\"changes\":false}").body()).node("events").isEqualTo(true);
    }
}
