package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.Inventory;
import dev.backplane.layers.Inventory.Run;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class UsageStoreTest {

    private static final RegionName REGION = new RegionName("us-west-2");
    private static final LayerArn LAYER = arn("us-west-2", "requests", 1);

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;
    private UsageStore usage;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        usage = stores.usage;
    }

    private static FunctionUse use(String name, String version, String... aliases) {
        return new FunctionUse("arn:aws:lambda:us-west-2:000000000000:function:" + name, version, List.of(aliases));
    }

    private Run runOf(FunctionUse... uses) {
        Run run = usage.start(REGION);
        for (FunctionUse use : uses) {
            usage.put(LAYER, use, run);
        }
        usage.finish(REGION, run);
        return run;
    }

    @Test
    void withoutARun_thereIsNoInventory() {
        assertThat(usage.inventory(REGION)).isEqualTo(new Inventory(Optional.empty(), Optional.empty()));
    }

    @Test
    void aRun_isTheInventoryOnceItHasEnded() {
        Run run = usage.start(REGION);
        assertThat(usage.inventory(REGION)).isEqualTo(new Inventory(Optional.empty(), Optional.of(run)));

        Run further = usage.advance(REGION, run, "m").orElseThrow();
        assertThat(usage.inventory(REGION).run()).contains(new Run(TestClock.START, Optional.of("m")));
        usage.finish(REGION, further);

        assertThat(usage.inventory(REGION)).isEqualTo(new Inventory(Optional.of(TestClock.START), Optional.empty()));
    }

    @Test
    void theList_hasPages() {
        List<FunctionUse> all = new ArrayList<>();
        for (int i = 10; i < 17; i++) {
            all.add(use("f", String.valueOf(i), "live"));
        }
        Run run = runOf(all.toArray(FunctionUse[]::new));
        usage.put(arn("us-west-2", "requests", 2), use("other", "$LATEST"), run);

        List<FunctionUse> found = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            Page<FunctionUse, String> page = usage.list(LAYER, run.started(), 3, after);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(3);
            found.addAll(page.items());
            after = page.next();
        } while (after.isPresent());
        assertThat(found).isEqualTo(all);
    }

    /** A page of rows that are all outdated must not read the whole partition. */
    @Test
    void aPageBehindManyOutdatedRows_endsEarlyAndContinues() {
        Run old = usage.start(REGION);
        for (int i = 1000; i < 2150; i++) {
            usage.put(LAYER, use("a", String.valueOf(i)), old);
        }
        stores.clock.advance(Duration.ofDays(1));
        Run run = runOf(use("b", "1"));

        Page<FunctionUse, String> first = usage.list(LAYER, run.started(), 10, Optional.empty());
        assertThat(first.items()).isEmpty();
        assertThat(first.next()).isPresent();
        Page<FunctionUse, String> second = usage.list(LAYER, run.started(), 10, first.next());
        assertThat(second.items()).containsExactly(use("b", "1"));
        assertThat(second.next()).isEmpty();
    }

    @Test
    void whileALaterRunIsUnderWay_theListIsComplete() {
        Run first = runOf(use("a", "$LATEST"), use("b", "$LATEST"));
        stores.clock.advance(Duration.ofDays(1));
        usage.put(LAYER, use("a", "$LATEST"), usage.start(REGION));

        assertThat(usage.inventory(REGION).finished()).contains(first.started());
        assertThat(usage.list(LAYER, first.started(), 10, Optional.empty()).items())
                .hasSize(2);
    }

    @Test
    void anEarlierRun_doesNotReplaceWhatALaterOneFound() {
        Run early = usage.start(REGION);
        stores.clock.advance(Duration.ofHours(1));
        Run late = runOf(use("a", "$LATEST", "live"));

        usage.put(LAYER, use("a", "$LATEST"), early);
        usage.finish(REGION, early);

        assertThat(usage.list(LAYER, late.started(), 10, Optional.empty()).items())
                .containsExactly(use("a", "$LATEST", "live"));
        assertThat(usage.inventory(REGION).finished()).contains(late.started());
    }

    @Test
    void oneRun_isContinuedByOneInvocation() {
        Run run = usage.start(REGION);

        List<Optional<Run>> outcomes = Threads.race(8, thread -> usage.advance(REGION, run, "marker " + thread))
                .allResults();

        assertThat(outcomes).filteredOn(Optional::isPresent).hasSize(1);
        assertThat(usage.inventory(REGION).run())
                .isEqualTo(outcomes.stream().flatMap(Optional::stream).findFirst());
    }

    @Test
    void anInventoryThatIsNotRepeated_isForgotten() {
        runOf(use("a", "$LATEST"));
        stores.clock.advance(UsageStore.KEPT.minusSeconds(1));
        assertThat(usage.inventory(REGION).finished()).isPresent();

        stores.clock.advance(Duration.ofSeconds(1));
        assertThat(usage.inventory(REGION).finished()).isEmpty();
    }

    @Test
    void aRunThatTakesTooLong_isStartedAgain() {
        usage.start(REGION);
        stores.clock.advance(UsageStore.LONGEST_RUN);

        assertThat(usage.inventory(REGION).run()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "f", "f:", "f:0", "f:1:2", "f g:1", "f:$OTHER", ":1"})
    void aPositionThatNoFunctionHas_isNotOne(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> UsageKey.parsePosition(text));
    }

    @Test
    void theKeysOfTheInventory_areToldFromThoseOfLayers() {
        runOf(use("a", "$LATEST"));
        stores.registerUpTo("us-west-2", "requests", 1);

        assertThat(stores.rows())
                .filteredOn(row -> UsageKey.isInventory(row.text("pk")))
                .hasSize(2)
                .allSatisfy(row -> assertThat(LayerKey.isVersion(row.text("pk"), row.text("sk")))
                        .isFalse())
                .allSatisfy(row -> assertThat(row.findNumber("exDt")).isPresent());
        assertThat(stores.rowsOfIndex(LayerStore.DEPLOYED_IN_REGION)).hasSize(1);
    }

    private void damage(Predicate<Item> row, String attribute, AttributeValue value) {
        Map<String, AttributeValue> changed = new HashMap<>(
                stores.rows().stream().filter(row).findFirst().orElseThrow().attributes());
        changed.put(attribute, value);
        stores.put(new Item(changed));
    }

    @ParameterizedTest
    @CsvSource({"strtDt,x", "mrkr,7"})
    void aDamagedRun_isStartedAgain(String attribute, String value) {
        Run run = runOf(use("a", "$LATEST"));
        assertThat(usage.advance(REGION, usage.start(REGION), "m")).isPresent();
        damage(
                row -> row.text("pk").equals("useInv#us-west-2"),
                attribute,
                value.equals("7") ? AttributeValue.fromN(value) : AttributeValue.fromS(value));

        assertThat(usage.inventory(REGION)).isEqualTo(new Inventory(Optional.of(run.started()), Optional.empty()));
        runOf(use("a", "$LATEST"));
        assertThat(usage.inventory(REGION).run()).isEmpty();
    }

    @Test
    void aDamagedInventory_isNone_untilTheNextRunEnds() {
        runOf(use("a", "$LATEST"));
        damage(row -> row.text("pk").equals("useInv#us-west-2"), "invDt", AttributeValue.fromS("x"));
        assertThat(usage.inventory(REGION)).isEqualTo(new Inventory(Optional.empty(), Optional.empty()));

        Run run = runOf(use("a", "$LATEST"));

        assertThat(usage.inventory(REGION).finished()).contains(run.started());
    }

    @ParameterizedTest
    @CsvSource({"fnVrsn,9", "fnVrsn,1", "fnArn,arn:aws:lambda:us-west-2:000000000000:function:a"})
    void aRowThatDoesNotMatchItsKey_isLeftOut(String attribute, String value) {
        Run run = runOf(use("f", "1"), use("f", "2"), use("f", "3"));
        damage(row -> row.text("sk").equals("fn#f:2"), attribute, AttributeValue.fromS(value));

        Page<FunctionUse, String> first = usage.list(LAYER, run.started(), 1, Optional.empty());
        assertThat(first).isEqualTo(new Page<>(List.of(use("f", "1")), Optional.of("f:1")));
        assertThat(usage.list(LAYER, run.started(), 1, first.next()))
                .isEqualTo(new Page<>(List.of(use("f", "3")), Optional.empty()));
    }
}
