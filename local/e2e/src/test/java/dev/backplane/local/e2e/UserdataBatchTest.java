package dev.backplane.local.e2e;

import static dev.backplane.local.e2e.Await.untilServed;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several values at once over HTTP. */
class UserdataBatchTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private String ann;

    @BeforeEach
    void open() {
        api = SUITE.api();
        String name = "app-" + UUID.randomUUID();
        ann = "/userdata/apps/" + name + "/users/ann";
        assertThat(api.post("/userdata/apps", "{\"name\":\"" + name + "\",\"quotaBytes\":1000}")
                        .status())
                .isEqualTo(201);
    }

    private Answer write(String key, String body) {
        return api.with("Idempotency-Key", key).post(ann + "/batch-write", body);
    }

    private static String put(String key, int size) {
        return "{\"key\":\"" + key + "\",\"value\":\"" + "x".repeat(size - 2 - key.length()) + "\"}";
    }

    private static String puts(String... entries) {
        return "{\"puts\":[" + String.join(",", entries) + "]}";
    }

    @Test
    void batch_isReadAsItWasWritten() {
        assertThat(write("1", puts("{\"key\":\"a\",\"value\":{\"n\":1.50}}", "{\"key\":\"b\",\"value\":\"\\\"é😀\"}"))
                        .status())
                .isEqualTo(200);

        Answer read = api.post(ann + "/batch-get", "{\"json\":[\"a\",\"b\",\"c\"],\"blob\":[\"a\"]}");

        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text()).contains("\"value\":{\"n\":1.50}", "\"value\":\"\\\"é😀\"");
        assertThatJson(read.text()).node("missing").isEqualTo("{\"json\":[\"c\"],\"blob\":[\"a\"]}");
    }

    @Test
    void batches_fromManyCallersAtOnce_areAllOrNothingWithinTheQuota() {
        List<Answer> answers = Threads.race(
                        12,
                        i -> untilServed(() -> write(
                                "key-" + i, puts(put("a" + (char) ('a' + i), 100), put("b" + (char) ('a' + i), 100)))))
                .allResults();

        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(5);
        assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(7);
        assertThatJson(api.get(ann + "/quota").text()).node("usedBytes").isEqualTo(1000);
        assertThatJson(api.post(ann + "/recount", "{}").text()).node("drift").isEqualTo(0);
    }

    @Test
    void batch_thatIsRepeated_hasTheFirstResult_andAnotherWithItsKeyIsRefused() {
        Answer first = write("k", puts(put("a", 10)));
        api.put(ann + "/json/a", "2");

        assertThat(write("k", puts(put("a", 10))).text()).isEqualTo(first.text());
        assertThat(api.get(ann + "/json/a").text()).isEqualTo("2");
        assertThat(write("k", puts(put("a", 11))).code()).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void batch_whosePreconditionFails_changesNothing() {
        write("1", puts(put("a", 10)));

        Answer refused = write(
                "2",
                "{\"puts\":[{\"key\":\"b\",\"value\":1},{\"key\":\"c\",\"value\":1,\"ifMatch\":\"*\"}],"
                        + "\"deletes\":[{\"key\":\"a\"}]}");

        assertThat(refused.status()).isEqualTo(412);
        assertThatJson(refused.text()).node("entries[0].key").isEqualTo("c");
        assertThat(api.get(ann + "/json/a").status()).isEqualTo(200);
        assertThat(api.get(ann + "/json/b").status()).isEqualTo(404);
    }
}
