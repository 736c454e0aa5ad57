package dev.backplane.pool.events;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaseSweeperHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;
    private LeaseSweeperHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LOW_THRESHOLD, "2"));
        handler = new LeaseSweeperHandler(stores.platform().platform());
    }

    private String line() {
        return stores.platform().lines().getLast();
    }

    @Test
    void sweep_endsWhatIsDue_andWritesWhatAlarmsWatch() {
        stores.fill(3);
        Lease due = stores.lease("a", 5);
        stores.lease("b", 60);
        stores.clock.advance(Duration.ofMinutes(5));

        assertThat(Invoke.with(handler, "{}")).isEmpty();

        assertThat(stores.ids(AccountState.DIRTY)).hasSize(1);
        assertThat(stores.item(PoolKey.historyOf(due.id())).orElseThrow().findActor("endedBy"))
                .contains(Actor.system("LeaseSweeper"));
        assertThat(stores.item(PoolKey.of(due.account())).orElseThrow().findActor("actor"))
                .contains(Actor.system("LeaseSweeper"));
        assertThatJson(line()).node("outcome").isEqualTo("SUCCESS");
        assertThatJson(line()).node("ended").isEqualTo(1);
        assertThatJson(line()).node("findings").isEqualTo(0);
        assertThatJson(line()).node("availableAccounts").isEqualTo(1);
        assertThatJson(line()).node("activeLeases").isEqualTo(1);
        assertThatJson(line()).node("poolLow").isEqualTo(1);
        assertThatJson(line())
                .node("_aws.CloudWatchMetrics[0].Metrics")
                .isEqualTo("[{\"Name\":\"poolLow\",\"Unit\":\"Count\"}]");
    }

    @Test
    void sweep_ofAPoolThatIsEmptyOrFullEnough_isNotLow() {
        Invoke.with(handler, "{}");
        assertThatJson(line()).node("poolLow").isEqualTo(0);
        stores.fill(2);
        Invoke.with(handler, "{}");
        assertThatJson(line()).node("poolLow").isEqualTo(0);
        assertThatJson(line()).isObject().doesNotContainKey("_aws");
    }

    @Test
    void sweep_ofAPoolWithShards_notesHowManyAccountsAreAvailable() {
        StoreFixture sharded = stores.withShards(4);
        sharded.fill(10);
        LeaseSweeperHandler sweeper = new LeaseSweeperHandler(sharded.platform().platform());

        Invoke.with(sweeper, "{}");
        Invoke.with(sweeper, "{}");

        assertThatJson(sharded.platform().lines().getLast()).node("outcome").isEqualTo("SUCCESS");
        assertThat(sharded.item(PoolKey.of(AccountState.AVAILABLE))
                        .orElseThrow()
                        .number("availableInAll"))
                .isEqualTo(10);
    }

    @Test
    void sweep_thatCannotEndALease_namesItAndCountsAFault() {
        stores.fill(2);
        String broken = stores.lease("a", 5).id().value();
        stores.lease("b", 5);
        stores.put(PoolKey.of(StoreFixture.user("a")), Map.of());
        stores.drift(PoolKey.ACTIVE, "lost", true);
        stores.clock.advance(Duration.ofMinutes(5));

        assertThat(Invoke.with(handler, "{}")).isEmpty();
        assertThatJson(line()).node("outcome").isEqualTo("FAULT");
        assertThat(line()).contains("lease " + broken + " cannot end");
        assertThatJson(line()).node("findings").isEqualTo(2);
        assertThat(stores.ids(AccountState.DIRTY)).hasSize(1);
    }
}
