package dev.backplane.layers.store;

import static dev.backplane.layers.store.Cost.assertCost;
import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.Layer;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.Requirements;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What lists and promotions cost, whatever the table holds; docs/capacity.md has the rest. */
class PageCapacityTest {

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
        // 25, 100, 100 and 75 rows.
        assertThat(meter.calls()).isEqualTo(4);
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
    void listVersions_ofLongTexts_readsAboutWhatItReturns() {
        String text = "x".repeat(Requirements.MAX_BYTES);
        for (int number = 1; number <= 30; number++) {
            stores.registerWithText(REGION, NAME, number, text);
        }
        Meter meter = new Meter();
        var page = meter.measure(() -> stores.layers
                .listVersions(id(REGION, NAME), false, 100, Optional.of(31L))
                .orElseThrow());
        // 25 rows of 26 units, of which 1 MB is returned.
        assertThat(page.items()).hasSize(11);
        assertThat(meter.calls()).isEqualTo(1);
        assertThat(meter.readUnits()).isEqualTo(25 * 26);
    }

    @Test
    void listLatestBuilds_costsWhatThePageHolds() {
        IntStream.range(0, 40).forEach(i -> stores.build("p" + i, "p==" + i));
        // 26 rows of about 250 bytes, read with eventual consistency.
        assertCost(() -> stores.builds.listLatestBuilds(25, Optional.empty()), 1, 1, 0);
    }

    @Test
    void listLatestOfPackage_costsWhatThePageHolds() {
        stores.register(REGION, NAME, 1);
        stores.register("eu-west-1", NAME, 1);
        assertCost(() -> stores.layers.listLatestOfPackage(REQUESTS, 25, Optional.empty()), 1, 0.5, 0);
    }

    @Test
    void listDeployedInRegion_of5000Layers_costsTheSameOnEveryPage() {
        stores.putAll(IntStream.range(0, 5000).mapToObj(PageCapacityTest::layer).toList());
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

    /** Deleted versions are not in the index: 60 of them or 6,000 cost the same. */
    @Test
    void deleteLayer_withPromotionBehindManyDeleted_costsOneBatchAndOneQueryMore() {
        Layer first = stores.register(REGION, NAME, 1);
        stores.putAll(IntStream.rangeClosed(2, 60)
                .mapToObj(version -> stores.deleted(first, version))
                .toList());
        stores.moveCounter(REGION, NAME, 60);
        stores.register(REGION, NAME, 61);
        // The refused try, the pointer, the version below, ten more, the index, the one found, and the transaction.
        assertCost(
                () -> stores.layers.deleteLayer(key(REGION, NAME, 61), true, CAUSE),
                7,
                13.5,
                2 * (3 + 4 + 2 + 2 * 2 + 1));
    }

    private static Item layer(int i) {
        NewLayer request = new NewLayer(
                id(REGION, "package-" + i),
                arn(REGION, "package-" + i, 1),
                PackageVersion.parse("1.0"),
                Optional.of(Requirements.of("package-" + i + "==1.0\n")),
                Compatibility.ANY);
        return LayerRows.toItem(Layer.latest(request, 1, TestClock.START), CAUSE);
    }
}
