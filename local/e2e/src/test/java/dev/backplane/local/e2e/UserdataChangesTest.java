package dev.backplane.local.e2e;

import static dev.backplane.local.e2e.Await.untilServed;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.testing.Threads;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The feed of changes, and the events of an app, over HTTP. */
class UserdataChangesTest {

    private static final int WRITERS = 6;

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private String name;
    private String ann;

    @BeforeEach
    void open() {
        api = SUITE.api();
        name = "app-" + UUID.randomUUID();
        ann = "/userdata/apps/" + name + "/users/ann";
    }

    private void create(String options) {
        assertThat(api.post("/userdata/apps", "{\"name\":\"" + name + "\"," + options + "}")
                        .status())
                .isEqualTo(201);
    }

    /** A client that keeps a copy of the versions of a user's JSON values. */
    private static final class Client {

        private final Api api;
        private final String changes;
        private final Map<String, String> copy = new HashMap<>();
        private final Set<String> seen = new HashSet<>();
        private String since = "";

        Client(Api api, String user) {
            this.api = api;
            this.changes = user + "/changes?limit=10";
        }

        boolean poll() {
            Answer page = untilServed(() -> api.get(changes + since));
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            for (JsonNode item : page.json().get("items")) {
                String version = item.get("version").asText();
                assertThat(seen.add(version)).as("%s for the first time", item).isTrue();
                if (item.get("deleted").asBoolean()) {
                    copy.remove(item.get("key").asText());
                } else {
                    copy.put(item.get("key").asText(), version);
                }
            }
            since = "&since=" + page.at("next");
            return page.json().get("more").asBoolean();
        }

        Map<String, String> catchUp() {
            boolean more = true;
            while (more) {
                more = poll();
            }
            return copy;
        }
    }

    private Map<String, String> stored() {
        Map<String, String> stored = new HashMap<>();
        api.get(ann + "/json?limit=100")
                .json()
                .get("items")
                .forEach(item ->
                        stored.put(item.get("key").asText(), item.get("version").asText()));
        return stored;
    }

    @Test
    void client_thatPollsWhileManyWrite_hasWhatIsStored_andSeesEachVersionOnce() {
        create("\"changes\":true");
        Client client = new Client(api, ann);
        AtomicInteger writing = new AtomicInteger(WRITERS);

        Threads.race(WRITERS + 1, thread -> {
                    if (thread == WRITERS) {
                        while (writing.get() > 0) {
                            client.poll();
                        }
                        return thread;
                    }
                    Client own = new Client(api, ann);
                    for (int i = 0; i < 8; i++) {
                        String body = Integer.toString(i);
                        String key = "k" + thread;
                        Answer put = untilServed(() -> api.put(ann + "/json/" + key, body));
                        assertThat(own.catchUp()).containsEntry(key, put.at("version"));
                        untilServed(() -> api.put(ann + "/json/shared", body));
                        if (i % 3 == 2) {
                            untilServed(() -> api.delete(ann + "/json/" + key));
                            assertThat(own.catchUp()).doesNotContainKey(key);
                        }
                    }
                    writing.decrementAndGet();
                    return thread;
                })
                .allResults();

        assertThat(client.catchUp()).isEqualTo(stored());
        assertThat(new Client(api, ann).catchUp()).isEqualTo(stored());
    }

    @Test
    void feed_isSwitchedOnForWhatExists_andCursorsOfAnEarlierOneExpire() {
        create("\"quotaBytes\":1000");
        api.put(ann + "/json/a", "{\"n\":1.50}");
        assertThat(api.get(ann + "/changes").code()).isEqualTo("CHANGES_OFF");
        assertThat(api.send("PATCH", "/userdata/apps/" + name, "{\"changes\":true}")
                        .status())
                .isEqualTo(200);

        Answer first = api.get(ann + "/changes?values=true");
        assertThat(first.text()).contains("\"value\":{\"n\":1.50}");
        api.put(ann + "/json/a", "2");
        api.delete(ann + "/json/a");
        Answer second = api.get(ann + "/changes?since=" + first.at("next"));
        assertThatJson(second.text()).inPath("$.items[*].deleted").isArray().containsExactly(true);

        api.send("PATCH", "/userdata/apps/" + name, "{\"changes\":false}");
        api.send("PATCH", "/userdata/apps/" + name, "{\"changes\":true}");
        Answer expired = api.get(ann + "/changes?since=" + second.at("next"));
        assertThat(expired.status()).isEqualTo(410);
        assertThatJson(api.get(ann + "/changes?since=" + expired.at("restart")).text())
                .node("items")
                .isArray()
                .isEmpty();
    }

    @Test
    void person_followsOnlyTheirOwnFeed() {
        create("\"changes\":true");
        Api person = api.withScope("backplane/userdata.self", "ann");
        person.put("/userdata/apps/" + name + "/users/me/json/a", "1");

        assertThatJson(person.get("/userdata/apps/" + name + "/users/me/changes")
                        .text())
                .inPath("$.items[*].key")
                .isArray()
                .containsExactly("a");
        assertThat(person.get("/userdata/apps/" + name + "/users/bob/changes").status())
                .isEqualTo(403);
    }

    @Test
    void cursors_surviveARestart(@TempDir Path data) {
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES).withData(data);
        String changes = "/userdata/apps/kept/users/ann/changes";
        String next;
        try (LocalServer server = Suite.serve(options)) {
            Api first = new Api(server.address(), server.token());
            first.post("/userdata/apps", "{\"name\":\"kept\",\"changes\":true}");
            first.put("/userdata/apps/kept/users/ann/json/a", "1");
            next = first.get(changes).at("next");
            first.put("/userdata/apps/kept/users/ann/json/b", "1");
        }
        try (LocalServer server = Suite.serve(options)) {
            Answer page = new Api(server.address(), server.token()).get(changes + "?since=" + next);
            assertThatJson(page.text()).inPath("$.items[*].key").isArray().containsExactly("b");
        }
    }

    private List<BusEvent> events() {
        return SUITE.server().cloud().buses().events().stream()
                .filter(event -> event.detail().path("app").asText().equals(name))
                .toList();
    }

    @Test
    void events_ofAnApp_sayWhatChangedWithoutTheValue_andWhenItsQuotaIsReached() {
        create("\"quotaBytes\":100,\"events\":true");
        String version =
                api.put(ann + "/json/a", "\"" + "secret".repeat(13) + "\"").at("version");
        api.delete(ann + "/json/a");

        List<BusEvent> events = Suite.await(this::events, found -> found.size() >= 3);

        assertThat(events).extracting(BusEvent::source).containsOnly("backplane.userdata");
        assertThat(events)
                .extracting(BusEvent::detailType)
                .containsExactlyInAnyOrder("ValueChanged", "ValueChanged", "QuotaReached");
        assertThat(events)
                .filteredOn(event -> event.detailType().equals("ValueChanged"))
                .extracting(event -> event.detail().get("deleted").asBoolean())
                .containsExactly(false, true);
        assertThat(events).anySatisfy(event -> {
            assertThat(event.detail().path("version").asText()).isEqualTo(version);
            assertThat(event.detail().path("size").asInt()).isEqualTo(81);
            assertThat(event.detail().at("/actor/type").asText()).isEqualTo("client");
        });
        assertThat(events)
                .filteredOn(event -> event.detailType().equals("QuotaReached"))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.detail().get("percent").asInt()).isEqualTo(80));
        assertThat(events)
                .allSatisfy(event -> assertThat(event.detail().toString()).doesNotContain("secret"));
        assertThat(events)
                .extracting(event -> event.detail().get("eventId").asText())
                .doesNotHaveDuplicates();
    }
}
