package dev.backplane.userdata.store;

import static dev.backplane.testing.Threads.untilServed;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Patch;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What must hold while other callers write. */
class RacesTest {

    private static final Namespace NAMESPACE = json(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void put_whenTwentyWantTheRoomOfTen_tenSucceedToTheByte() {
        stores.register(NOTES, 1000);

        List<WriteOutcome> outcomes = Threads.race(
                        20, thread -> untilServed(() -> stores.put(NAMESPACE, letter(thread), ofSize(100))))
                .allResults();

        assertThat(outcomes).filteredOn(WriteOutcome.Written.class::isInstance).hasSize(10);
        assertThat(outcomes)
                .filteredOn(WriteOutcome.QuotaExceeded.class::isInstance)
                .hasSize(10);
        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(1000, new Count(1000, 10), Count.ZERO));
    }

    @Test
    void put_whenTwentyWriteOneKey_theCounterIsTheSurvivors() {
        stores.register(NOTES, 100_000);

        List<WriteOutcome> outcomes = Threads.race(
                        20, thread -> untilServed(() -> stores.put(NAMESPACE, "a", ofSize(100 + 300 * thread))))
                .allResults();

        assertThat(outcomes).allMatch(WriteOutcome.Written.class::isInstance);
        assertThat(outcomes)
                .filteredOn(outcome -> ((WriteOutcome.Written) outcome).created())
                .hasSize(1);
        long survivor =
                stores.data.get(NAMESPACE, key("a")).orElseThrow().entry().size();
        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(survivor, new Count(survivor, 1), Count.ZERO));
    }

    @Test
    void create_whenTwoWantToBeTheFirst_oneIs() {
        stores.registerUnlimited(NOTES);

        List<WriteOutcome> outcomes = Threads.race(
                        2,
                        thread -> untilServed(() -> StoreFixture.write(
                                stores.data,
                                NAMESPACE,
                                key("a"),
                                new Edit.Replace(ofSize(10 + thread)),
                                StoreFixture.ABSENT)))
                .allResults();

        assertThat(outcomes).filteredOn(WriteOutcome.Written.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(WriteOutcome.PreconditionFailed.class::isInstance)
                .hasSize(1);
    }

    @Test
    void merge_whenTenMergeDifferentMembers_allSurvive() {
        stores.registerUnlimited(NOTES);
        stores.putOk(NAMESPACE, "a", "{\"large\":\"" + "x".repeat(5000) + "\"}");

        assertThat(Threads.race(10, thread -> untilServed(() -> merge(NAMESPACE, thread)))
                        .allResults())
                .allMatch(WriteOutcome.Written.class::isInstance);

        JsonValue merged =
                stores.data.get(NAMESPACE, key("a")).orElseThrow().payload().toJson();
        assertThat(((Obj) merged).members()).hasSize(11);
        stores.recounted(NOTES, ANN);
    }

    @Test
    void merge_ofContentAndBehavior_survivesLikewise() {
        for (Namespace namespace : List.of(new Namespace.Content(ANN), new Namespace.Behavior(ANN))) {
            assertThat(Threads.race(10, thread -> untilServed(() -> merge(namespace, thread)))
                            .allResults())
                    .allMatch(WriteOutcome.Written.class::isInstance);
            JsonValue merged =
                    stores.data.get(namespace, key("a")).orElseThrow().payload().toJson();
            assertThat(((Obj) merged).members()).hasSize(10);
        }
    }

    private WriteOutcome merge(Namespace namespace, int thread) {
        Patch patch = new Patch.Members(new Obj(Map.of("m" + thread, new Num("1"))));
        return StoreFixture.write(stores.data, namespace, key("a"), new Edit.Merge(patch), Preconditions.NONE);
    }

    @Test
    void increment_whenAHundredCount_itIsAHundred() {
        assertThat(Threads.race(100, _ -> increment("a", Optional.empty())).allResults())
                .allMatch(CounterOutcome.Counted.class::isInstance)
                .doesNotHaveDuplicates();

        assertThat(stores.text(new Namespace.Behavior(ANN), "a")).isEqualTo("100");
    }

    @Test
    void increment_whenAHundredCountWithFiftyKeys_itIsFifty() {
        assertThat(Threads.race(100, thread -> increment("a", Optional.of("id-" + thread / 2)))
                        .allResults())
                .allMatch(CounterOutcome.Counted.class::isInstance);

        assertThat(stores.text(new Namespace.Behavior(ANN), "a")).isEqualTo("50");
    }

    @Test
    void increment_whenFortyCountWithAKeyEach_everyoneGetsAnotherValue() {
        List<CounterOutcome> outcomes = Threads.race(
                        16,
                        thread -> IntStream.range(0, 40)
                                .filter(i -> i % 16 == thread)
                                .mapToObj(i -> increment("a", Optional.of("id-" + i)))
                                .toList())
                .allResults()
                .stream()
                .flatMap(List::stream)
                .toList();

        assertThat(outcomes)
                .hasSize(40)
                .allMatch(CounterOutcome.Counted.class::isInstance)
                .doesNotHaveDuplicates();
        assertThat(stores.text(new Namespace.Behavior(ANN), "a")).isEqualTo("40");
        assertThat(IntStream.range(0, 40).mapToObj(i -> increment("a", Optional.of("id-" + i))))
                .containsExactlyInAnyOrderElementsOf(outcomes);
    }

    private CounterOutcome increment(String key, Optional<String> idempotencyKey) {
        return untilServed(() -> stores.counters.increment(
                ANN, key(key), CounterNumber.parse("1").orElseThrow(), idempotencyKey.map(IdempotencyKey::new)));
    }

    @Test
    void lastValue_whenItGoesWhileAnotherComes_leavesTheUserListed() {
        stores.registerUnlimited(NOTES);
        for (int round = 0; round < 10; round++) {
            stores.putOk(NAMESPACE, "a", ofSize(10));
            Threads.race(
                            2,
                            thread -> untilServed(() -> thread == 0
                                    ? stores.remove(NAMESPACE, "a")
                                    : stores.put(NAMESPACE, "b", ofSize(20))))
                    .allResults();
            assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(20, new Count(20, 1), Count.ZERO));
            assertThat(stores.usage
                            .listUsers(NOTES, Optional.empty(), 10, Optional.empty())
                            .items())
                    .hasSize(1);
            stores.remove(NAMESPACE, "b");
            assertThat(stores.usage
                            .listUsers(NOTES, Optional.empty(), 10, Optional.empty())
                            .items())
                    .isEmpty();
        }
    }

    private static String letter(int index) {
        return IntStream.rangeClosed('a', 'z')
                .mapToObj(Character::toString)
                .toList()
                .get(index);
    }
}
