package dev.backplane.activity.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.activity.ActivityFixture;
import dev.backplane.activity.Envelopes;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ListActivityHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(ActivityStore.TABLE);

    private ActivityFixture activity;

    @BeforeEach
    void start() {
        activity = new ActivityFixture(DYNAMO);
    }

    private void alias(String eventId, Duration age, String alias) {
        activity.record(Envelopes.aliasMoved(eventId, activity.now().minus(age), alias));
    }

    private void tenant(String eventId, Duration age, String tenant) {
        activity.record(Envelopes.tenantProvisioned(eventId, activity.now().minus(age), tenant));
    }

    @Test
    void lists_areNewestFirst_aloneAndByEachFilter() {
        alias("e1", Duration.ofMinutes(3), "a");
        tenant("e2", Duration.ofMinutes(2), "t");
        alias("e3", Duration.ofMinutes(1), "b");

        assertThat(activity.ids("")).containsExactly("e3", "e2", "e1");
        assertThat(activity.ids("service=deployments")).containsExactly("e3", "e1");
        assertThat(activity.ids("service=tenants")).containsExactly("e2");
        assertThat(activity.ids("actor=anna@example.com")).containsExactly("e3", "e1");
        assertThat(activity.ids("actor=Anna@Example.com")).containsExactly("e3", "e1");
        assertThat(activity.ids("subject=a")).containsExactly("e1");
        assertThat(activity.ids("subject=d1")).containsExactly("e3", "e1");
        assertThat(activity.ids("subject=t")).containsExactly("e2");
        assertThat(activity.ids("subject=none")).isEmpty();
        assertThat(activity.ids("service=unheard-of")).isEmpty();
    }

    @Test
    void entries_ofOneSecond_areOrderedByThePublishersTime() {
        Instant second = activity.now();
        activity.record(Envelopes.of("pool", "AccountFailed", second, published("e1", second.plusMillis(2))));
        activity.record(Envelopes.of("pool", "AccountAdded", second, published("e2", second.plusMillis(1))));
        activity.record(Envelopes.of("pool", "AccountAvailable", second, published("e3", second.plusMillis(3))));

        assertThat(activity.ids("limit=1")).containsExactly("e3", "e1", "e2");
        assertThat(activity.ids("subject=1")).containsExactly("e3", "e1", "e2");
    }

    private static String published(String eventId, Instant time) {
        return "{\"eventId\":\"%s\",\"accountId\":\"1\",\"publishedAt\":\"%s\"}".formatted(eventId, Times.format(time));
    }

    @Test
    void entries_ofOneTime_areOrderedByTheirId() {
        List.of("e2", "e3", "e1").forEach(id -> alias(id, Duration.ZERO, "a"));

        assertThat(activity.ids("limit=1")).containsExactly("e3", "e2", "e1");
        assertThat(activity.ids("limit=1&subject=d2")).containsExactly("e3", "e2", "e1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "service=tenants", "subject=t"})
    void pages_goThroughMonthsWithAndWithoutEvents(String filter) {
        List<Integer> days = List.of(0, 1, 4, 5, 36, 37, 88, 89);
        days.forEach(day -> tenant("day-" + day, Duration.ofDays(day), "t"));
        List<String> expected = days.stream().map(day -> "day-" + day).toList();

        for (int limit = 1; limit <= 9; limit++) {
            assertThat(activity.ids("limit=" + limit + (filter.isEmpty() ? "" : "&" + filter)))
                    .as("limit %s", limit)
                    .isEqualTo(expected);
        }
    }

    @Test
    void pages_whileNewEventsArrive_goOnWhereTheyWere() {
        IntStream.rangeClosed(1, 4).forEach(i -> tenant("e" + i, Duration.ofMinutes(10 - i), "t"));
        GatewayResponse first = activity.get("limit=2");
        tenant("new", Duration.ZERO, "t");

        assertThat(first.body()).contains("e4", "e3");
        assertThat(activity.ids("limit=2&cursor=" + first.text("next"))).containsExactly("e2", "e1");
    }

    @Test
    void lastPage_whenItIsFull_hasNoCursor() {
        IntStream.rangeClosed(1, 2).forEach(i -> tenant("e" + i, Duration.ofMinutes(i), "t"));

        assertThat(activity.get("limit=2").member("next")).isEqualTo(new Null());
    }

    @ParameterizedTest
    @CsvSource({
        "'from=2026-01-04T23:58:00.000Z', e0 e1 e2",
        "'from=2026-01-04T23:58:00.001Z', e0 e1",
        "'to=2026-01-04T23:58:00.000Z', e3 e4",
        "'to=2026-01-04T23:58:00.001Z', e2 e3 e4",
        "'from=2026-01-04T23:57:00Z&to=2026-01-04T23:59:00Z', e2 e3",
        "'from=2026-01-05T00:58:00%2B01:00', e0 e1 e2",
        "'from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z', e0 e1 e2 e3 e4",
        "'from=-1000000000-01-01T00:00:00Z&to=%2B1000000000-12-31T23:59:59.999999999Z', e0 e1 e2 e3 e4",
        "'from=2027-01-01T00:00:00Z', ''",
        "'to=2020-01-01T00:00:00Z', ''"
    })
    void period_includesItsStartAndNotItsEnd(String period, String expected) {
        IntStream.range(0, 5).forEach(i -> tenant("e" + i, Duration.ofMinutes(i), "t"));

        for (String filter : List.of("", "&subject=t", "&service=tenants")) {
            assertThat(String.join(" ", activity.ids("limit=2&" + period + filter)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void entry_thatIsOlderThanNinetyDays_isNotListed() {
        tenant("e1", Duration.ZERO, "t");
        tenant("e2", Duration.ofMinutes(1), "t");
        GatewayResponse first = activity.get("limit=1&subject=t");
        activity.test.clock().advance(Duration.ofDays(90));

        assertThat(activity.ids("subject=t")).containsExactly("e1");
        assertThat(activity.ids("")).containsExactly("e1");
        activity.test.clock().advance(Duration.ofHours(1));
        assertThat(activity.ids("")).isEmpty();
        assertThat(activity.ids("limit=1&subject=t&cursor=" + first.text("next")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subject=a&actor=b",
                "subject=a&service=b",
                "actor=a&service=b",
                "subject=a&actor=b&service=c",
                "subject=a&subject=b",
                "subject=",
                "actor=",
                "service=",
                "service=Deployments",
                "service=a%23b",
                "service=backplane.deployments",
                "from=yesterday",
                "from=2026-01-05",
                "to=2026-13-05T00:00:00Z",
                "from=2026-01-05T00:00:01Z&to=2026-01-05T00:00:00Z",
                "from=2026-01-05T00:00:00Z&to=2026-01-05T00:00:00Z",
                "limit=0",
                "limit=101",
                "limit=999999999999999999999",
                "limit=-1",
                "subject=%ED%A0%80",
                "subject=%FF",
                "actor=%ED%A0%80",
                "type=AliasMoved"
            })
    void request_withSomethingThatIsNotAllowed_isRefused(String query) {
        GatewayResponse answer = activity.get(query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void filter_thatNoKeyCanHold_isRefused() {
        assertThat(activity.get("subject=" + "%C3%A9".repeat(513)).status()).isEqualTo(400);
        assertThat(activity.get("subject=" + "%C3%A9".repeat(512)).status()).isEqualTo(200);
        assertThat(activity.get("actor=" + "%C4%B0".repeat(512)).status()).isEqualTo(200);
    }

    @Test
    void cursor_ofAnotherList_isRefused() {
        IntStream.range(0, 3).forEach(i -> alias("e" + i, Duration.ofMinutes(i), "a"));
        String from = "from=2026-01-01T00:00:00Z";
        List<String> lists =
                List.of("", "subject=d1", "subject=d2", "actor=anna@example.com", "service=deployments", from);

        for (String list : lists) {
            String cursor = activity.get("limit=1&" + list).text("next");
            for (String other : lists) {
                GatewayResponse answer = activity.get("limit=1&" + other + "&cursor=" + cursor);
                assertThat(answer.status())
                        .as("%s with the cursor of %s", other, list)
                        .isEqualTo(other.equals(list) ? 200 : 400);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "AAAA", "%00", "%ED%A0%80"})
    void cursor_thatIsDamaged_isRefused(String cursor) {
        assertThat(activity.get("cursor=" + cursor).status()).isEqualTo(400);
    }

    @Test
    void cursor_thatWasChanged_isRefused() {
        IntStream.range(0, 3).forEach(i -> alias("e" + i, Duration.ofMinutes(i), "a"));
        byte[] cursor = Base64.getUrlDecoder().decode(activity.get("limit=1").text("next"));
        assertThat(new String(cursor, StandardCharsets.ISO_8859_1)).contains("2026-01-05");

        for (int i = 0; i < cursor.length; i++) {
            byte[] changed = cursor.clone();
            changed[i] ^= 1;
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertThat(activity.get("limit=1&cursor=" + text).code()).isEqualTo("INVALID_CURSOR");
        }
    }

    @ParameterizedTest
    @CsvSource({"detail, {", "detail, []", "subjects, {}", "subjects, [7]", "actor, anna", "at, noon"})
    void row_thatIsDamaged_isSkipped(String attribute, String value) {
        IntStream.rangeClosed(1, 5).forEach(i -> alias("e" + i, Duration.ofMinutes(i), "a"));
        activity.damage("e2", attribute, AttributeValue.fromS(value));
        activity.damage("e3", attribute, AttributeValue.fromS(value));

        assertThat(activity.ids("limit=2")).containsExactly("e1", "e4", "e5");
        assertThat(activity.ids("limit=2&subject=d1")).containsExactly("e1", "e4", "e5");
    }

    @Test
    void token_withoutTheScope_isRefused() {
        GatewayResponse answer = HttpCall.of(ListActivityHandler.OPERATION)
                .scopes("backplane/deployments.read")
                .send(new ListActivityHandler(activity.test.platform()));

        assertThat(answer.status()).isEqualTo(403);
    }

    @Test
    void events_ofTheNextMinutes_areListed() {
        Instant ahead = activity.now().plusSeconds(300);
        activity.record(Envelopes.tenantProvisioned("e1", ahead, "t"));

        assertThat(activity.ids("")).containsExactly("e1");
    }
}
