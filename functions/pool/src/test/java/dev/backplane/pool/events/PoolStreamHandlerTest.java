package dev.backplane.pool.events;

import static dev.backplane.pool.events.StreamBatches.item;
import static dev.backplane.pool.events.StreamBatches.lease;
import static dev.backplane.pool.events.StreamBatches.list;
import static dev.backplane.pool.events.StreamBatches.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.TestPlatform;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolStreamHandlerTest {

    private static final String ACCOUNT = "account_id#000000000001";
    private static final String REMOVED = "account_removed#000000000001";
    private static final String AVAILABLE = "account_status#available";
    private static final String LATER = "2026-01-05T08:00:00.000Z";

    private final RecordingBus bus = new RecordingBus();
    private final PoolStreamHandler handler = new PoolStreamHandler(TestPlatform.over(bus)
            .with(EventPublisher.BUS_SETTING, "bus")
            .with(PoolSettings.POOL_LOW_THRESHOLD, "3")
            .platform());

    private String event(String pk, String before, String after) {
        return handler.eventOf(StreamRecord.read(record(1, pk, before, after)))
                .map(event -> event.source() + " " + event.type() + " "
                        + event.detail().compact())
                .orElse("nothing");
    }

    @Test
    void aNewAccount_isAdded() {
        assertThat(event(ACCOUNT, "", item("data", "initial", "since", "t", "name", "one")))
                .isEqualTo("backplane.pool AccountAdded {\"eventId\":\"event-1\",\"accountId\":\"000000000001\","
                        + "\"to\":\"initial\",\"name\":\"one\",\"at\":\"t\"}");
    }

    @Test
    void theRecordOfARemovedAccount_tellsWhoRemovedItAndWhy_andItsOwnItemDoesNot() {
        String record = item(
                "data",
                "dirty",
                "since",
                "s",
                "name",
                "one",
                "removed",
                "t",
                "actor",
                "user:ann@x.io",
                "reason",
                "closed");

        assertThat(event(REMOVED, "", record))
                .isEqualTo("backplane.pool AccountRemoved {\"eventId\":\"event-1\",\"accountId\":\"000000000001\","
                        + "\"from\":\"dirty\",\"name\":\"one\",\"at\":\"t\","
                        + "\"actor\":{\"type\":\"user\",\"id\":\"ann@x.io\"},\"reason\":\"closed\"}");
        assertThat(event(ACCOUNT, item("data", "dirty"), "")).isEqualTo("nothing");
        assertThat(event(REMOVED, record, item("data", "dirty", "removed", "later")))
                .as("the account was removed again")
                .contains("AccountRemoved");
        assertThat(event(REMOVED, record, item("data", "dirty", "removed", "t")))
                .isEqualTo("nothing");
        assertThat(event(REMOVED, record, "")).as("the record expired").isEqualTo("nothing");
    }

    @Test
    void anEvent_namesTheActorOfTheChange_andNotOneOfAnEarlierChange() {
        String old = item("data", "dirty", "actor", "user:bob@x.io", "reason", "old");
        assertThat(event(ACCOUNT, old, item("data", "available", "actor", "client:ci")))
                .endsWith("\"to\":\"available\",\"actor\":{\"type\":\"client\",\"id\":\"ci\"}}");
        assertThat(event(ACCOUNT, item("data", "cleaning"), item("data", "failed", "actor", "user:a", "reason", "why")))
                .endsWith("\"actor\":{\"type\":\"user\",\"id\":\"a\"},\"reason\":\"why\"}");
        assertThat(event(ACCOUNT, old, item("data", "available", "actor", "damaged")))
                .endsWith("\"to\":\"available\"}");
        String created = lease("active", "2026-01-05T01:00:00.000Z", "createdBy", "user:ann@x.io");
        assertThat(event("lease_id#l1", "", created)).endsWith("\"actor\":{\"type\":\"user\",\"id\":\"ann@x.io\"}}");
        assertThat(event(
                        "lease_id#l1",
                        created,
                        lease("active", LATER, "createdBy", "user:ann@x.io", "extendedBy", "client:ci")))
                .contains("LeaseExtended")
                .endsWith("\"actor\":{\"type\":\"client\",\"id\":\"ci\"}}");
        assertThat(event(
                        "lease_history#l1",
                        "",
                        lease("ended", LATER, "ended", LATER, "reason", "revoked", "note", "n", "endedBy", "user:op")))
                .endsWith("\"reason\":\"revoked\",\"note\":\"n\",\"actor\":{\"type\":\"user\",\"id\":\"op\"}}");
    }

    @Test
    void anAccountThatIsToBeCleaned_namesTheAttempt() {
        String cleaning = "{\"data\":{\"S\":\"cleaning\"},\"attemptId\":{\"S\":\"try\"},\"attempts\":{\"N\":\"2\"}}";
        assertThat(event(ACCOUNT, item("data", "dirty"), cleaning))
                .isEqualTo("backplane.pool AccountCleanupRequested {\"eventId\":\"event-1\","
                        + "\"accountId\":\"000000000001\",\"from\":\"dirty\",\"to\":\"cleaning\","
                        + "\"attemptId\":\"try\",\"attempt\":2}");
    }

    @ParameterizedTest
    @CsvSource({
        "cleaning, available, AccountAvailable",
        "initial, available, AccountAvailable",
        "cleaning, failed, AccountFailed",
        "available, failed, AccountFailed"
    })
    void anAccountInAnotherState_tellsWhich(String from, String to, String type) {
        assertThat(event(ACCOUNT, item("data", from), item("data", to)))
                .isEqualTo("backplane.pool " + type + " {\"eventId\":\"event-1\",\"accountId\":\"000000000001\","
                        + "\"from\":\"" + from + "\",\"to\":\"" + to + "\"}");
    }

    @ParameterizedTest
    @CsvSource({"available, leased", "leased, dirty", "cleaning, dirty", "dirty, dirty"})
    void anAccountThatALeaseTellsOf_tellsNothing(String from, String to) {
        assertThat(event(ACCOUNT, item("data", from), item("data", to))).isEqualTo("nothing");
    }

    private static String held(String state, String hold) {
        return "{\"data\":{\"S\":\"" + state + "\"}," + hold + "}";
    }

    private static String hold(boolean quarantine) {
        return "\"hold\":{\"M\":{\"since\":{\"S\":\"t\"},\"actor\":{\"S\":\"user:a\"},\"reason\":{\"S\":\"why\"},"
                + "\"quarantine\":{\"BOOL\":" + quarantine + "}}}";
    }

    @Test
    void aHold_tellsWhoHoldsAndWhy_andWhoReleases() {
        String by = "\"at\":\"t\",\"actor\":{\"type\":\"user\",\"id\":\"a\"},\"reason\":\"why\"}";
        String released =
                "\"released\":{\"M\":{\"since\":{\"S\":\"t\"},\"actor\":{\"S\":\"user:a\"},\"reason\":{\"S\":\"why\"}}}";

        assertThat(event(ACCOUNT, item("data", "available"), held("available", hold(false))))
                .isEqualTo("backplane.pool AccountHeld {\"eventId\":\"event-1\",\"accountId\":\"000000000001\","
                        + "\"status\":\"available\"," + by);
        assertThat(event(ACCOUNT, held("dirty", hold(false)), held("dirty", released)))
                .isEqualTo("backplane.pool AccountReleased {\"eventId\":\"event-1\",\"accountId\":\"000000000001\","
                        + "\"status\":\"dirty\"," + by);
        assertThat(event(ACCOUNT, item("data", "leased", "leaseId", "l1"), held("dirty", hold(true))))
                .isEqualTo("backplane.pool AccountQuarantined {\"eventId\":\"event-1\","
                        + "\"accountId\":\"000000000001\",\"status\":\"dirty\",\"at\":\"t\",\"leaseId\":\"l1\","
                        + by.substring(by.indexOf("\"actor")));
        assertThat(event(ACCOUNT, held("dirty", hold(false)), held("dirty", hold(true))))
                .contains("AccountQuarantined");
    }

    @Test
    void aHeldAccount_tellsOfOtherChangesAsBefore() {
        assertThat(event(ACCOUNT, held("dirty", hold(true)), held("available", hold(true))))
                .contains("AccountAvailable");
        assertThat(event(ACCOUNT, held("dirty", hold(true)), held("dirty", hold(true))))
                .isEqualTo("nothing");
        assertThat(event(ACCOUNT, held("dirty", hold(true)), "")).isEqualTo("nothing");
    }

    @Test
    void aNewLease_isCreated() {
        assertThat(event("lease_id#l1", "", lease("active", LATER)))
                .isEqualTo("backplane.pool LeaseCreated {\"eventId\":\"event-1\",\"leaseId\":\"l1\","
                        + "\"accountId\":\"000000000001\",\"userId\":\"a@x.io\","
                        + "\"createdAt\":\"2026-01-05T00:00:00.000Z\",\"expiresAt\":\"" + LATER + "\"}");
    }

    @Test
    void aLeaseThatEndsLater_isExtended() {
        assertThat(event("lease_id#l1", lease("active", "2026-01-05T01:00:00.000Z"), lease("active", LATER)))
                .contains("LeaseExtended", "\"expiresAt\":\"" + LATER + "\"")
                .contains("\"previousExpiresAt\":\"2026-01-05T01:00:00.000Z\"");
    }

    @Test
    void theRecordOfALease_tellsThatItEndedAndWhy_andItsOwnItemDoesNot() {
        assertThat(event("lease_id#l1", lease("active", LATER), "")).isEqualTo("nothing");
        String ended = lease("ended", LATER, "ended", LATER, "reason", "expired");
        assertThat(event("lease_history#l1", "", ended))
                .contains("LeaseEnded", "\"leaseId\":\"l1\"", "\"reason\":\"expired\"", "\"endedAt\":\"" + LATER);
        assertThat(event("lease_history#l1", ended, "")).isEqualTo("nothing");
    }

    @Test
    void aLeaseThatIsMarked_expiresSoon() {
        String before = with(lease("active", LATER), "\"warned\":{\"NS\":[\"1440\"]}");
        String after = with(
                lease("active", LATER), "\"warned\":{\"NS\":[\"60\",\"1440\"]},\"members\":{\"SS\":[\"eve\",\"bob\"]}");

        assertThat(event("lease_id#l1", with(before, "\"members\":{\"SS\":[\"bob\",\"eve\"]}"), after))
                .startsWith("backplane.pool LeaseExpiring {\"eventId\":\"event-1\",\"leaseId\":\"l1\"")
                .endsWith("\"expiresAt\":\"" + LATER + "\",\"leadMinutes\":60,\"members\":[\"bob\",\"eve\"],"
                        + "\"actor\":{\"type\":\"system\",\"id\":\"LeaseSweeper\"}}");
        assertThat(event("lease_id#l1", before, before)).isEqualTo("nothing");
        assertThat(event("lease_id#l1", before, lease("active", LATER))).isEqualTo("nothing");
    }

    @Test
    void aLeaseThatIsExtended_tellsNothingOfItsWarnings() {
        String warned = with(lease("active", "2026-01-05T01:00:00.000Z"), "\"warned\":{\"NS\":[\"60\"]}");

        assertThat(event("lease_id#l1", warned, lease("active", LATER))).contains("LeaseExtended");
        assertThat(event(
                        "lease_id#l1",
                        lease("active", "2026-01-05T01:00:00.000Z"),
                        with(lease("active", LATER), "\"warned\":{\"NS\":[\"60\"]}")))
                .contains("LeaseExtended");
    }

    @Test
    void aLeaseWithOtherMembers_tellsWhoCameAndWent() {
        String before = with(lease("active", LATER), "\"members\":{\"SS\":[\"ann\",\"bob\"]}");
        String after =
                with(lease("active", LATER, "membersBy", "user:a@x.io"), "\"members\":{\"SS\":[\"eve\",\"bob\"]}");

        assertThat(event("lease_id#l1", before, after))
                .contains("LeaseMembersChanged", "\"leaseId\":\"l1\"", "\"members\":[\"bob\",\"eve\"]")
                .endsWith("\"added\":[\"eve\"],\"removed\":[\"ann\"],\"actor\":{\"type\":\"user\",\"id\":\"a@x.io\"}}");
        assertThat(event("lease_id#l1", before, lease("active", LATER)))
                .contains("\"members\":[],\"added\":[],\"removed\":[\"ann\",\"bob\"]");
        assertThat(event("lease_id#l1", before, with(before, "\"spend\":{\"M\":{}},\"changes\":{\"N\":\"7\"}")))
                .isEqualTo("nothing");
    }

    @Test
    void theRecordOfAThreshold_tellsOnceThatItWasReached() {
        String budget = "\"threshold\":{\"N\":\"80\"},\"budget\":{\"M\":{\"amount\":{\"S\":\"100\"},"
                + "\"currency\":{\"S\":\"USD\"},\"atLimit\":{\"S\":\"end\"}}}";
        String record = with(lease("active", LATER, "amount", "81.5", "asOf", LATER, "actor", "client:feed"), budget);

        assertThat(event("lease_budget#l1#80", "", record))
                .startsWith("backplane.pool LeaseBudgetReached {\"eventId\":\"event-1\",\"leaseId\":\"l1\"")
                .endsWith("\"threshold\":80,\"amount\":\"81.5\",\"asOf\":\"" + LATER + "\","
                        + "\"budget\":{\"amount\":\"100\",\"atLimit\":\"end\",\"currency\":\"USD\"},"
                        + "\"actor\":{\"type\":\"client\",\"id\":\"feed\"}}");
        assertThat(event("lease_budget#l1#80", record, record)).isEqualTo("nothing");
        assertThat(event("lease_budget#l1#80", record, ""))
                .as("the record expired")
                .isEqualTo("nothing");
        assertThat(event("lease_budget#l1#80", record.replace("2026-01-05T00:00", "2025-01-05T00:00"), record))
                .as("a later lease with the same id")
                .contains("LeaseBudgetReached");
    }

    @ParameterizedTest
    @CsvSource({"true, CleanupSucceeded", "false, CleanupFailed"})
    void theResultOfAnAttempt_tellsOnceHowItEnded(String succeeded, String type) {
        String first = with(item("attempt", "run-1", "started", LATER, "ended", LATER), FAILED_FIRST);
        String running = with(item("attempt", "run-2", "started", LATER), "\"number\":{\"N\":\"2\"}");
        String ended = with(
                item(
                        "attempt", "run-2", "started", LATER, "ended", LATER, "message", "why", "build", "b:1", "log",
                        "l"),
                "\"number\":{\"N\":\"2\"},\"succeeded\":{\"BOOL\":" + succeeded + "}");

        assertThat(event("account_cleanups#000000000001", attempts(first, running), attempts(first, ended)))
                .isEqualTo("backplane.pool " + type + " {\"eventId\":\"event-1\",\"accountId\":\"000000000001\","
                        + "\"attemptId\":\"run-2\",\"attempt\":2,\"startedAt\":\"" + LATER + "\",\"endedAt\":\""
                        + LATER + "\",\"message\":\"why\",\"buildId\":\"b:1\",\"logUrl\":\"l\"}");
        assertThat(event("account_cleanups#000000000001", attempts(first), attempts(first, running)))
                .as("an attempt has started")
                .isEqualTo("nothing");
        assertThat(event("account_cleanups#000000000001", attempts(first, ended), attempts(ended)))
                .as("the oldest attempt is no longer kept")
                .isEqualTo("nothing");
    }

    private static final String FAILED_FIRST = "\"number\":{\"N\":\"1\"},\"succeeded\":{\"BOOL\":false}";

    private static String attempts(String... attempts) {
        return Stream.of(attempts)
                .map(attempt -> "{\"M\":" + attempt + "}")
                .collect(Collectors.joining(",", "{\"data\":{\"L\":[", "]}}"));
    }

    private static String with(String item, String attributes) {
        return item.replaceFirst("\\{", "{" + attributes + ",");
    }

    @Test
    void theListOfAvailableAccounts_tellsOnceThatThePoolIsLow() {
        assertThat(event(AVAILABLE, list(3), list(2)))
                .isEqualTo("backplane.pool PoolLow {\"eventId\":\"event-1\",\"available\":2,\"threshold\":3,"
                        + "\"actor\":{\"type\":\"system\",\"id\":\"PoolStream\"}}");
        assertThat(event(AVAILABLE, list(3), list(0))).contains("\"available\":0");
        assertThat(event(AVAILABLE, list(2), list(1))).isEqualTo("nothing");
        assertThat(event(AVAILABLE, list(2), list(3))).isEqualTo("nothing");
        assertThat(event(AVAILABLE, list(4), list(3))).isEqualTo("nothing");
        assertThat(event(AVAILABLE, "", list(1))).isEqualTo("nothing");
        assertThat(event("account_status#dirty", list(3), list(2))).isEqualTo("nothing");
    }

    @Test
    void theListOfAvailableAccounts_thatHasShards_tellsByWhatTheSweeperNoted() {
        assertThat(event(AVAILABLE, noted(3, 1), noted(2, 1)))
                .isEqualTo("backplane.pool PoolLow {\"eventId\":\"event-1\",\"available\":2,\"threshold\":3,"
                        + "\"actor\":{\"type\":\"system\",\"id\":\"PoolStream\"}}");
        assertThat(event(AVAILABLE, noted(9, 3), noted(9, 2))).as("a shard").isEqualTo("nothing");
        assertThat(event(AVAILABLE + "#1", list(3), list(2)))
                .as("another shard")
                .isEqualTo("nothing");
    }

    private static String noted(int available, int size) {
        return list(size).replaceFirst("\\{", "{\"availableInAll\":{\"N\":\"" + available + "\"},");
    }

    @Test
    void otherItems_tellNothing() {
        assertThat(event("user_id#a", "", "{}")).isEqualTo("nothing");
        assertThat(event("lease_template#a", "", "{}")).isEqualTo("nothing");
        assertThat(event("lease_templates#all", "", "{}")).isEqualTo("nothing");
        assertThat(event("account_history#1", "", "{}")).isEqualTo("nothing");
        assertThat(event("lease_status#active", list(1), list(2))).isEqualTo("nothing");
        assertThat(event("stranger", "", "{}")).isEqualTo("nothing");
    }

    @Test
    void aRecordThatCannotBeRead_isSetAsideAndHoldsUpNoOthers() {
        String answer = Invoke.with(
                handler,
                StreamBatches.of(
                        record(1, ACCOUNT, "", item("data", "initial")),
                        record(2, ACCOUNT, item("data", "initial"), item("data", "sold")),
                        record(3, REMOVED, "", item("data", "initial", "removed", "t"))));

        assertThat(answer).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(bus.events()).extracting(RecordingBus.Event::type).containsExactly("AccountAdded", "AccountRemoved");
    }
}
