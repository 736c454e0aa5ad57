package dev.backplane.pool.events;

import static dev.backplane.pool.events.StreamBatches.item;
import static dev.backplane.pool.events.StreamBatches.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.HoldChange;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.store.AccountHistory;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AccountHistoryHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String ACCOUNT = "account_id#000000000001";
    private static final String ALL_WELL = "{\"batchItemFailures\":[]}";
    private static final String NOW = "2026-01-05T00:00:00.000Z";

    private StoreFixture stores;
    private AccountHistoryHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        handler = new AccountHistoryHandler(stores.platform().platform());
    }

    private List<HistoryEntry> entries() {
        return stores.history.read(StoreFixture.account(1)).orElse(List.of());
    }

    private void deliver(String... records) {
        assertThat(Invoke.with(handler, StreamBatches.of(records))).isEqualTo(ALL_WELL);
    }

    @Test
    void changes_areKeptInTheirOrder_withWhatTheyWereAbout() {
        deliver(
                record(1, ACCOUNT, "", item("data", "available", "since", NOW)),
                record(2, ACCOUNT, item("data", "available"), item("data", "leased", "since", NOW, "leaseId", "l1")),
                record(3, ACCOUNT, item("data", "leased", "leaseId", "l1"), item("data", "dirty", "since", NOW)),
                record(4, ACCOUNT, item("data", "dirty"), item("data", "cleaning", "since", NOW, "attemptId", "t1")),
                record(5, ACCOUNT, item("data", "cleaning"), item("data", "cleaning")),
                record(6, ACCOUNT, item("data", "cleaning", "attemptId", "t1"), ""));

        assertThat(entries())
                .extracting(entry -> entry.from().orElse("-") + ">" + entry.to().orElse("-") + " "
                        + entry.lease().or(entry::attempt).orElse(""))
                .containsExactly(
                        "->available ", "available>leased l1", "leased>dirty l1", "dirty>cleaning t1", "cleaning>- t1");
        assertThat(entries().getLast().at()).hasToString("2026-01-05T00:00:00Z");
    }

    @Test
    void changes_areKeptWithTheirCause_andOldItemsHaveNone() {
        deliver(
                record(1, ACCOUNT, "", item("data", "initial", "since", NOW)),
                record(
                        2,
                        ACCOUNT,
                        item("data", "initial"),
                        item("data", "failed", "actor", "client:ci", "reason", "why")));

        assertThat(entries())
                .extracting(HistoryEntry::cause)
                .containsExactly(Optional.empty(), Optional.of(new Cause(Actor.client("ci"), Optional.of("why"))));
    }

    @Test
    void holds_areKeptWithTheirOwnTimeAndCause() {
        String hold = "{\"data\":{\"S\":\"dirty\"},\"since\":{\"S\":\"2020-01-01T00:00:00.000Z\"},"
                + "\"actor\":{\"S\":\"client:ci\"},\"hold\":{\"M\":{\"since\":{\"S\":\"" + NOW + "\"},"
                + "\"actor\":{\"S\":\"user:ann\"},\"reason\":{\"S\":\"why\"}}}}";
        deliver(
                record(1, ACCOUNT, item("data", "dirty"), hold),
                record(2, ACCOUNT, hold, hold.replace("\"hold\"", "\"released\"")));

        assertThat(entries())
                .extracting(HistoryEntry::hold)
                .containsExactly(Optional.of(HoldChange.HELD), Optional.of(HoldChange.RELEASED));
        assertThat(entries()).allSatisfy(entry -> {
            assertThat(entry.at()).hasToString("2026-01-05T00:00:00Z");
            assertThat(entry.cause()).contains(new Cause(Actor.user("ann"), Optional.of("why")));
        });
    }

    @Test
    void aRemoval_isKeptWithTheCauseInItsRecord_unlessThatIsOfAnotherRemoval() {
        Cause cause = new Cause(Actor.user("ann@example.com"), Optional.of("closed"));
        stores.fill(1);
        assertThat(stores.accounts.removeAccount(StoreFixture.account(1), cause))
                .isInstanceOf(RemoveOutcome.Removed.class);

        deliver(record(1, ACCOUNT, item("data", "available", "since", NOW), ""));
        deliver(record(2, ACCOUNT, item("data", "dirty", "since", "2026-01-04T00:00:00.000Z"), ""));

        assertThat(entries()).extracting(HistoryEntry::cause).containsExactly(Optional.of(cause), Optional.empty());
    }

    @Test
    void aChangeThatIsToldTwice_isKeptOnce() {
        String change = record(1, ACCOUNT, "", item("data", "initial", "since", NOW));
        deliver(change, change);
        deliver(change);

        assertThat(entries()).hasSize(1);
    }

    @Test
    void onlyTheLastFiftyAreKept() {
        String[] records = new String[60];
        for (int i = 0; i < records.length; i++) {
            String from = i % 2 == 0 ? "dirty" : "available";
            String to = i % 2 == 0 ? "available" : "dirty";
            records[i] = record(i, ACCOUNT, item("data", from), item("data", to, "since", NOW));
        }
        deliver(records);

        assertThat(entries()).hasSize(AccountHistory.LENGTH);
        assertThat(entries().getFirst().eventId()).isEqualTo("event-10");
    }

    @Test
    void theHistoryOfARemovedAccount_isKeptForAWhile_andForGoodIfItComesBack() {
        PoolKey key = PoolKey.historyOf(StoreFixture.account(1));
        deliver(record(1, ACCOUNT, item("data", "dirty"), ""));
        assertThat(stores.item(key).orElseThrow().findNumber("ttl")).isPresent();

        deliver(record(2, ACCOUNT, "", item("data", "initial", "since", NOW)));
        assertThat(stores.item(key).orElseThrow().findNumber("ttl")).isEmpty();
    }

    @Test
    void changesThatAreToldAtTheSameTime_areAllKept() {
        Threads.race(8, thread -> {
                    StreamRecord change = StreamRecord.read(
                            record(thread, ACCOUNT, item("data", "a" + thread), item("data", "b", "since", NOW)));
                    // Who loses to the others for too long is handed the change again, as by Lambda.
                    return Threads.untilServed(() -> {
                        handler.handle(change);
                        return thread;
                    });
                })
                .allResults();

        assertThat(entries()).hasSize(8);
    }

    @Test
    void otherItems_haveNoHistory() {
        deliver(
                record(1, "user_id#a", "", "{}"),
                record(2, "account_history#000000000001", "", item("data", "x")),
                record(3, "account_status#all", "", StreamBatches.list(2)));

        assertThat(stores.rows()).isEmpty();
    }
}
