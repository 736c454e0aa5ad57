package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Recount;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RecountTest {

    private static final Usage RIGHT = new Usage(311, new Count(210, 2), new Count(101, 1));

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.registerUnlimited(NOTES);
        stores.putOk(json(NOTES, ANN), "a", ofSize(10));
        stores.putOk(json(NOTES, ANN), "b", ofSize(200));
        stores.putOk(blob(NOTES, ANN), "a", bytes(100));
    }

    private void corrupt(String attribute, long by) {
        stores.update(
                stores.settings.appUsage(),
                UsageRow.key(NOTES, ANN),
                "ADD " + attribute + " :by",
                Map.of(":by", Values.number(by)));
    }

    @Test
    void dryRun_tellsTheDriftAndChangesNothing() {
        corrupt("bytes", 100);

        Recount recount = stores.usage.recount(NOTES, ANN, false);

        assertThat(recount.drift()).isEqualTo(100);
        assertThat(recount.repaired()).isFalse();
        assertThat(stores.usage(NOTES, ANN).bytes()).isEqualTo(411);
    }

    @Test
    void repair_setsTheCountersRightOnce() {
        corrupt("bytes", -100);
        corrupt("blobItems", 3);

        Recount repaired = stores.usage.recount(NOTES, ANN, true);

        assertThat(repaired.drift()).isEqualTo(-100);
        assertThat(repaired.repaired()).isTrue();
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(RIGHT);
        assertThat(stores.usage.recount(NOTES, ANN, true)).isEqualTo(new Recount(RIGHT, RIGHT, false));
    }

    @Test
    void repair_ofALostRow_bringsTheUserBackIntoTheList() {
        DYNAMO.client()
                .deleteItem(
                        delete -> delete.tableName(stores.settings.appUsage()).key(UsageRow.key(NOTES, ANN)));

        assertThat(stores.usage.recount(NOTES, ANN, true).drift()).isEqualTo(-311);
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(RIGHT);
        assertThat(stores.usage
                        .listUsers(NOTES, Optional.empty(), 10, Optional.empty())
                        .items())
                .hasSize(1);
    }

    @Test
    void repair_ofARowThatCountsNothing_removesIt() {
        stores.remove(json(NOTES, ANN), "a");
        stores.remove(json(NOTES, ANN), "b");
        stores.remove(blob(NOTES, ANN), "a");
        stores.putAll(stores.settings.appUsage(), List.of(UsageRow.toItem(NOTES, ANN, RIGHT, "rev")));

        assertThat(stores.usage.recount(NOTES, ANN, true).actual()).isEqualTo(Usage.NOTHING);
        assertThat(stores.rows(stores.settings.appUsage())).hasSize(1);
    }

    @Test
    void remove_withoutCounters_worksAllTheSame() {
        DYNAMO.client()
                .deleteItem(
                        delete -> delete.tableName(stores.settings.appUsage()).key(UsageRow.key(NOTES, ANN)));

        assertThat(stores.remove(json(NOTES, ANN), "a")).isInstanceOf(WriteOutcome.Removed.class);
        assertThat(stores.usage.recount(NOTES, ANN, true).repaired()).isTrue();
        stores.recounted(NOTES, ANN);
    }

    @Test
    void remove_ofAValueThatCameWithItsCountersBetweenTheReads_isRefusedByThem() {
        Location location = Location.of(json(NOTES, ANN), stores.settings);
        Dynamo dynamo = stores.test.platform().dynamo();
        ExpectedValue seen = ExpectedValue.of(
                dynamo.get(location.table(), location.head(key("a"))),
                stores.clock().instant());
        WriteSession.Target target = WriteSession.Target.of(
                new ValueWrite(json(NOTES, ANN), key("a"), new Edit.Remove(), Preconditions.NONE, StoreFixture.CALLER),
                stores.settings);

        DataWriter.Result removed =
                new DataWriter(dynamo, stores.settings, stores.test.platform()).remove(target, seen, Optional.empty());

        assertThat(removed)
                .isInstanceOfSatisfying(
                        DataWriter.Result.UsageRefused.class,
                        refused -> assertThat(refused.usage()).isPresent());
        stores.recounted(NOTES, ANN);
    }
}
