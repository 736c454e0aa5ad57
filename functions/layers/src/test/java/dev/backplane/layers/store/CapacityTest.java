package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Layer;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.TestClock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Holds the round trips and capacity units that docs/data-model/layers.md states, for rows of below 1 KB.
 *
 * <p>In a transaction each write of a row counts twice, and so do its writes of indexes as the engine counts them.
 */
class CapacityTest {

    private static final String REGION = "us-east-1";
    private static final RegionName US = RegionName.parse(REGION);
    private static final String NAME = "requests";
    private static final PackageName REQUESTS = PackageName.parse(NAME);

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static void assertCost(Supplier<?> work, long calls, double readUnits, double writeUnits) {
        Meter meter = new Meter();
        meter.measure(work);
        assertThat(List.of((double) meter.calls(), meter.readUnits(), meter.writeUnits()))
                .as("round trips, read units, write units")
                .containsExactly((double) calls, readUnits, writeUnits);
    }

    @Test
    void insertLayer_first_costsOneReadAndATransactionOfThree() {
        // Three rows; the version is in three indexes, the pointer in one.
        assertCost(() -> stores.register(REGION, NAME, 1), 2, 1, 2 * (3 + 3 + 1));
    }

    @Test
    void insertLayer_further_costsOneReadAndATransactionOfFour() {
        stores.registerUpTo(REGION, NAME, 1);
        // Four rows; the pointer changes its place in one index, the version before in two.
        assertCost(() -> stores.register(REGION, NAME, 2), 2, 1, 2 * (4 + 3 + 2 + 2 * 2));
    }

    @Test
    void insertLayer_ofTheLatestAgain_costsOneRead() {
        stores.registerUpTo(REGION, NAME, 2);
        assertCost(() -> stores.layers.insertLayer(StoreFixture.request(REGION, NAME, 2)), 1, 1, 0);
    }

    @Test
    void insertLayer_ofAnOlderOneAgain_costsTwoReadsAndARefusedTransaction() {
        stores.registerUpTo(REGION, NAME, 2);
        assertCost(() -> stores.layers.insertLayer(StoreFixture.request(REGION, NAME, 1)), 3, 2, 0);
    }

    @Test
    void getLatestInRegion_costsOneConsistentRead() {
        stores.registerUpTo(REGION, NAME, 2);
        assertCost(() -> stores.layers.getLatestInRegion(id(REGION, NAME)), 1, 1, 0);
    }

    @Test
    void getVersion_costsOneConsistentRead() {
        stores.registerUpTo(REGION, NAME, 2);
        assertCost(() -> stores.layers.getVersion(key(REGION, NAME, 1)), 1, 1, 0);
    }

    @Test
    void listVersions_costsOneReadOfThePointerAndOneUnitARow() {
        stores.registerUpTo(REGION, NAME, 30);
        assertCost(() -> stores.layers.listVersions(id(REGION, NAME), false, 25, Optional.empty()), 2, 26, 0);
        assertCost(() -> stores.layers.listVersions(id(REGION, NAME), false, 25, Optional.of(6L)), 1, 5, 0);
    }

    @Test
    void listVersions_whereAllIsHidden_readsSoManyRowsAndGoesOn() {
        stores.registerUpTo(REGION, NAME, 1);
        Layer first = stores.version(REGION, NAME, 1);
        stores.putAll(IntStream.rangeClosed(2, 350)
                .mapToObj(version -> stores.expired(first, version))
                .toList());

        Meter meter = new Meter();
        var page = meter.measure(() -> stores.layers
                .listVersions(id(REGION, NAME), false, 100, Optional.of(351L))
                .orElseThrow());
        assertThat(page.items()).isEmpty();
        assertThat(page.next()).contains(51L);
        assertThat(meter.calls()).isEqualTo(3);
        assertThat(meter.readUnits()).isEqualTo(VersionPages.MOST_ROWS);
    }

    @Test
    void listVersions_ofOneBehindManyHidden_needsFewCalls() {
        Layer like = stores.register(REGION, NAME, 1);
        stores.putAll(IntStream.rangeClosed(2, 400)
                .mapToObj(version -> stores.expired(like, version))
                .toList());
        // 1, 4, 16, 64, 100, 100 and 15 rows, and no more, of which none is shown.
        assertCost(() -> stores.layers.listVersions(id(REGION, NAME), false, 1, Optional.of(401L)), 7, 300, 0);
    }

    @Test
    void deleteLayer_costsATransactionOfOne() {
        stores.registerUpTo(REGION, NAME, 2);
        assertCost(() -> stores.layers.deleteLayer(key(REGION, NAME, 1), false), 1, 0, 2 * (1 + 3));
    }

    @Test
    void deleteLayer_withPromotion_costsTwoReadsAndATransactionOfThree() {
        stores.registerUpTo(REGION, NAME, 2);
        // The first of the four calls is the refused try to delete a deprecated version.
        assertCost(() -> stores.layers.deleteLayer(key(REGION, NAME, 2), true), 4, 2, 2 * (3 + 3 + 2 + 2 * 2));
    }

    @Test
    void insertBuild_costsOneReadAndATransactionOfTwo() {
        NewBuild build = new NewBuild(REQUESTS, PackageVersion.parse("1.0"), Requirements.of("requests==1"), false);
        // Both rows are in one index, too, which the engine does not count here.
        assertCost(() -> stores.builds.insertBuild(build), 2, 1, 2 * 2);
        assertCost(() -> stores.builds.insertBuild(build), 1, 1, 0);
    }

    @Test
    void builds_costOneConsistentReadEach() {
        stores.build(NAME, "requests==1");
        stores.build(NAME, "requests==2");
        assertCost(() -> stores.builds.getLatestBuild(REQUESTS), 1, 1, 0);
        assertCost(() -> stores.builds.getBuild(REQUESTS, 1), 1, 1, 0);
        assertCost(() -> stores.builds.listBuilds(REQUESTS, 25, Optional.empty()), 2, 3, 0);
    }

    @Test
    void listLatestBuilds_costsWhatThePageHolds() {
        IntStream.range(0, 40).forEach(i -> stores.build("p" + i, "p==" + i));
        // 26 rows of about 250 bytes, read with eventual consistency.
        assertCost(() -> stores.builds.listLatestBuilds(25, Optional.empty()), 1, 1, 0);
    }

    @Test
    void getRequirements_costsHalfAUnit() {
        stores.build(NAME, "requests==1");
        assertCost(() -> stores.requirements.getRequirements(RequirementsHash.of("requests==1")), 1, 0.5, 0);
    }

    @Test
    void listLatestOfPackage_costsWhatThePageHolds() {
        stores.register(REGION, NAME, 1);
        stores.register("eu-west-1", NAME, 1);
        assertCost(() -> stores.layers.listLatestOfPackage(REQUESTS, 25, Optional.empty()), 1, 0.5, 0);
    }

    @Test
    void deletion_costsOneReadAndOneWriteOfTheTombstone() {
        stores.registerUpTo(REGION, NAME, 2);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);
        assertCost(() -> stores.tombstones.placeOf(removed), 1, 1, 0);
        // The row, and its place in the index of requirements.
        assertCost(
                () -> {
                    stores.tombstones.write(removed);
                    return removed;
                },
                1,
                0,
                2);
    }

    @Test
    void listDeployedInRegion_of5000Layers_costsTheSameOnEveryPage() {
        stores.putAll(IntStream.range(0, 5000).mapToObj(CapacityTest::layer).toList());
        Optional<LayerPosition> after = Optional.empty();
        Set<String> seen = new HashSet<>();
        do {
            Meter meter = new Meter();
            Optional<LayerPosition> start = after;
            var page = meter.measure(() -> stores.layers.listDeployedInRegion(US, 100, start));
            page.items().forEach(layer -> seen.add(layer.id().name().value()));
            assertThat(page.items()).hasSize(100);
            assertThat(meter.calls()).isEqualTo(1);
            assertThat(meter.readUnits()).isLessThanOrEqualTo(5);
            after = page.next();
        } while (after.isPresent());
        assertThat(seen).hasSize(5000);
    }

    private static Item layer(int i) {
        NewLayer request = new NewLayer(
                id(REGION, "package-" + i),
                arn(REGION, "package-" + i, 1),
                PackageVersion.parse("1.0"),
                Optional.of(Requirements.of("package-" + i + "==1.0\n")));
        return LayerRows.toItem(Layer.latest(request, 1, TestClock.START));
    }
}
