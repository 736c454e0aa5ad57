package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.matching;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Retry;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.PatientDynamo;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Cancellations of transactions, by their reasons. */
class ContentionTest {

    private static final Namespace NAMESPACE = json(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private final List<Duration> pauses = new ArrayList<>();
    private StoreFixture stores;
    private FaultInjection faults;
    private Dynamo dynamo;
    private DataStore data;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.register(NOTES, 1000);
        faults = new FaultInjection(DYNAMO.aws());
        dynamo = over(pauses::add);
        data = stores.over(dynamo);
    }

    private Dynamo over(Retry.Sleeper sleeper) {
        return PatientDynamo.over(faults.aws().client(DynamoDbClient.builder()), sleeper);
    }

    private WriteOutcome put(int size, Preconditions preconditions) {
        return StoreFixture.write(data, NAMESPACE, key("a"), new Edit.Replace(ofSize(size)), preconditions);
    }

    @Test
    void put_afterTwoConflicts_isDoneWithoutAnotherRead() {
        faults.cancel("TransactionConflict", "None").cancel("None", "TransactionConflict");

        written(put(100, Preconditions.NONE));

        assertThat(faults.operations())
                .containsExactly(
                        "BatchGetItem",
                        "BatchGetItem",
                        "GetItem",
                        "TransactWriteItems",
                        "TransactWriteItems",
                        "TransactWriteItems");
        assertThat(pauses).hasSize(2);
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(100);
    }

    @Test
    void put_whenConflictsNeverEnd_isForLaterAndWritesNothing() {
        for (int i = 0; i < 200; i++) {
            faults.cancel("None", "TransactionConflict");
        }

        assertThatThrownBy(() -> put(100, Preconditions.NONE))
                .isInstanceOfSatisfying(
                        Unavailable.class, e -> assertThat(e.code()).isEqualTo("CONTENDED"));
        assertThat(pauses.stream().mapToLong(Duration::toMillis).sum()).isLessThanOrEqualTo(3000);
        assertThat(stores.rows(stores.settings.appDataJson())).isEmpty();
    }

    @Test
    void put_whenTheValueIsBusyAndTheCountersRefuse_saysNothingAboutTheQuota() {
        faults.cancel("TransactionConflict", "ConditionalCheckFailed");

        written(put(100, Preconditions.NONE));
    }

    @Test
    void ifMatch_isOneTransactionWithoutARead() {
        Entry entry = written(put(100, Preconditions.NONE));
        int before = faults.operations().size();

        Entry next = written(put(200, matching(entry.tag())));
        assertThat(StoreFixture.write(data, NAMESPACE, key("a"), new Edit.Remove(), matching(next.tag())))
                .isInstanceOf(WriteOutcome.Removed.class);

        // The last value goes with its counters, of which only the refusal of the first try tells.
        assertThat(faults.operations().subList(before, faults.operations().size()))
                .containsExactly(
                        "BatchGetItem",
                        "TransactWriteItems",
                        "BatchGetItem",
                        "TransactWriteItems",
                        "TransactWriteItems");
        assertThat(next.createdAt()).isEqualTo(entry.createdAt());
        assertThat(stores.rows(stores.settings.appUsage())).hasSize(1);
    }

    @Test
    void ifMatch_thatFails_isOneRefusedTransaction() {
        Entry first = written(put(100, Preconditions.NONE));
        Entry second = written(put(100, matching(first.tag())));
        int before = faults.operations().size();

        assertThat(put(300, matching(first.tag())))
                .isEqualTo(new WriteOutcome.PreconditionFailed(Optional.of(second.tag())));
        assertThat(faults.operations().subList(before, faults.operations().size()))
                .containsExactly("BatchGetItem", "TransactWriteItems");
        assertThat(pauses).isEmpty();
    }

    @Test
    void ifMatch_keepsWhenTheKeyWasCreated() {
        Entry first = written(put(100, Preconditions.NONE));
        stores.clock().advance(Duration.ofSeconds(2));

        Entry second = written(put(100, matching(first.tag())));

        assertThat(second.createdAt()).isEqualTo(first.createdAt());
        assertThat(second.updatedAt()).isEqualTo(first.updatedAt().plusSeconds(2));
        assertThat(data.get(NAMESPACE, key("a")).orElseThrow().entry()).isEqualTo(second);
        assertThat(second.version().toString()).isGreaterThan(first.version().toString());
    }

    @Test
    void put_overTheRowThatBeatIt_buildsOnWhatTheRefusalTold() {
        written(put(100, Preconditions.NONE));
        DataStore other = stores.anotherProcess();
        faults.cancel("TransactionConflict", "None");
        pauses.clear();
        Dynamo beaten = over(pause -> {
            if (pauses.isEmpty()) {
                written(StoreFixture.write(
                        other, NAMESPACE, key("a"), new Edit.Replace(ofSize(300)), Preconditions.NONE));
            }
            pauses.add(pause);
        });
        int before = faults.operations().size();

        written(StoreFixture.write(
                stores.over(beaten), NAMESPACE, key("a"), new Edit.Replace(ofSize(500)), Preconditions.NONE));

        assertThat(faults.operations().subList(before, faults.operations().size()))
                .containsExactly(
                        "BatchGetItem",
                        "BatchGetItem",
                        "TransactWriteItems",
                        "TransactWriteItems",
                        "TransactWriteItems");
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(500);
    }

    @Test
    void increment_whoseAnswerWasLost_isCountedOnce() {
        CounterStore counters = new CounterStore(dynamo, stores.settings, stores.test.platform());
        faults.cancel("None", "TransactionConflict");

        for (int i = 0; i < 3; i++) {
            assertThat(counters.increment(ANN, key("a"), CounterNumber.ONE, Optional.of(new IdempotencyKey("k"))))
                    .isEqualTo(new CounterOutcome.Counted(CounterNumber.ONE));
        }
    }
}
