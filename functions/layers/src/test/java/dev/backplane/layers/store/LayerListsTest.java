package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.EXPIRY;
import static dev.backplane.layers.store.StoreFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Layer;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LayerListsTest {

    private static final String REGION = "us-east-1";
    private static final RegionName US = RegionName.parse(REGION);
    private static final String NAME = "requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    /** Follows a list to its end. */
    private static <T, K> List<List<T>> pages(Function<Optional<K>, Page<T, K>> read) {
        List<List<T>> pages = new ArrayList<>();
        Optional<K> after = Optional.empty();
        do {
            Page<T, K> page = read.apply(after);
            pages.add(page.items());
            after = page.next();
        } while (after.isPresent());
        return pages;
    }

    private static String print(Layer layer) {
        return layer.id().region() + "/" + layer.id().name() + "/" + layer.version() + " "
                + layer.status().value();
    }

    private List<String> deployed() {
        return pages((Optional<LayerPosition> after) -> stores.layers.listDeployedInRegion(US, 2, after)).stream()
                .flatMap(List::stream)
                .map(LayerListsTest::print)
                .toList();
    }

    @Test
    void deployedInRegion_isLatestAndDeprecated_ofThatRegionAlone() {
        stores.registerUpTo(REGION, NAME, 3);
        stores.register(REGION, "ruamel.yaml", 1);
        stores.register("eu-west-1", NAME, 1);
        stores.writeTombstone(REGION, NAME, 1);
        stores.build(NAME, "requests==1");

        assertThat(deployed())
                .containsExactlyInAnyOrder(
                        "us-east-1/requests/2 deprecated",
                        "us-east-1/requests/3 latest",
                        "us-east-1/ruamel.yaml/1 latest");
    }

    @Test
    void deployedInRegion_ofARegionWithoutLayers_isEmpty() {
        assertThat(stores.layers.listDeployedInRegion(US, 25, Optional.empty()))
                .isEqualTo(new Page<>(List.of(), Optional.empty()));
    }

    @Test
    void latestInRegion_isOneOfEachPackage() {
        stores.registerUpTo(REGION, NAME, 3);
        stores.registerUpTo(REGION, "numpy", 2);
        stores.register("eu-west-1", "pandas", 1);

        assertThat(pages((Optional<LayerPosition> after) -> stores.layers.listLatestInRegion(US, 1, after)).stream()
                        .flatMap(List::stream)
                        .map(LayerListsTest::print))
                .containsExactlyInAnyOrder("us-east-1/requests/3 latest", "us-east-1/numpy/2 latest");
    }

    @Test
    void latestOfPackage_isOneOfEachRegion() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.register("eu-west-1", NAME, 5);
        stores.register(REGION, "numpy", 1);

        List<Layer> latest = stores.layers
                .listLatestOfPackage(PackageName.parse(NAME), 25, Optional.empty())
                .items();
        assertThat(latest.stream().map(LayerListsTest::print))
                .containsExactlyInAnyOrder("us-east-1/requests/2 latest", "eu-west-1/requests/1 latest");
        assertThat(latest).allSatisfy(layer -> {
            Layer whole = stores.version(layer.id().region().value(), NAME, layer.version());
            assertThat(layer.arn()).isEqualTo(whole.arn());
            assertThat(layer.packageVersion()).isEqualTo(whole.packageVersion());
            assertThat(layer.created()).isEqualTo(whole.created());
            assertThat(layer.requirements().orElseThrow().hash())
                    .isEqualTo(whole.requirements().orElseThrow().hash());
        });
    }

    @Test
    void aPage_holdsAsManyAsAsked_andTheLastSaysSo() {
        for (int i = 0; i < 5; i++) {
            stores.register(REGION, "p" + i, 1);
        }

        assertThat(pages((Optional<LayerPosition> after) -> stores.layers.listDeployedInRegion(US, 2, after)))
                .extracting(List::size)
                .containsExactly(2, 2, 1);
        assertThat(pages((Optional<LayerPosition> after) -> stores.layers.listDeployedInRegion(US, 5, after)))
                .extracting(List::size)
                .containsExactly(5);
    }

    @Test
    void anExpiredVersion_thatIsStillThere_isInNoList() {
        stores.registerUpTo(REGION, NAME, 3);
        stores.clock.advance(EXPIRY.minus(Duration.ofSeconds(1)));
        assertThat(deployed()).hasSize(3);
        stores.clock.advance(Duration.ofSeconds(1));

        assertThat(deployed()).containsExactly("us-east-1/requests/3 latest");
        assertThat(versions(false)).containsExactly(3L);
        assertThat(versions(true)).containsExactly(3L);
        assertThat(stores.version(REGION, NAME, 1).isExpired(stores.clock.instant()))
                .isTrue();
    }

    /** The first pages of the index hold nothing but expired rows: the list goes on to what is behind them. */
    @Test
    void expiredRows_inTheWay_areReadOver() {
        stores.registerUpTo(REGION, NAME, 131);
        stores.clock.advance(EXPIRY);

        Page<Layer, LayerPosition> page = stores.layers.listDeployedInRegion(US, 1, Optional.empty());
        assertThat(page.items()).extracting(LayerListsTest::print).containsExactly("us-east-1/requests/131 latest");
        assertThat(page.next()).isEmpty();
    }

    /** A request reads a limited number of hidden rows, and returns an empty page with a cursor. */
    @Test
    void expiredRows_withoutEnd_giveAnEmptyPageThatGoesOn() {
        stores.register(REGION, NAME, 1);
        Layer row = stores.version(REGION, NAME, 1);
        stores.putAll(LongStream.rangeClosed(2, LayerLists.MOST_ROWS + 250)
                .mapToObj(version -> stores.expired(row, version))
                .toList());

        List<List<Layer>> pages =
                pages((Optional<LayerPosition> after) -> stores.layers.listDeployedInRegion(US, 25, after));
        assertThat(pages).extracting(List::size).containsExactly(0, 1);
        assertThat(pages.getLast()).extracting(LayerListsTest::print).containsExactly("us-east-1/requests/1 latest");
    }

    private List<Long> versions(boolean withDeleted) {
        return pages((Optional<Long> below) -> stores.layers
                        .listVersions(id(REGION, NAME), withDeleted, 5, below)
                        .orElseThrow())
                .stream()
                .flatMap(List::stream)
                .map(Layer::version)
                .toList();
    }

    @Test
    void versions_areInTheOrderOfTheirNumbers_newestFirst() {
        stores.registerUpTo(REGION, NAME, 12);

        assertThat(versions(false))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 12).boxed().toList().reversed());
        assertThat(pages((Optional<Long> below) -> stores.layers
                        .listVersions(id(REGION, NAME), false, 5, below)
                        .orElseThrow()))
                .extracting(List::size)
                .containsExactly(5, 5, 2);
    }

    @Test
    void versions_whenAPageEndsWithTheFirst_doNotPointToAnEmptyOne() {
        stores.registerUpTo(REGION, NAME, 10);

        assertThat(pages((Optional<Long> below) -> stores.layers
                        .listVersions(id(REGION, NAME), false, 5, below)
                        .orElseThrow()))
                .extracting(List::size)
                .containsExactly(5, 5);
    }

    @Test
    void versions_thatAreDeleted_areListedWhenAskedFor() {
        stores.registerUpTo(REGION, NAME, 4);
        stores.writeTombstone(REGION, NAME, 2);
        stores.removeByHand(REGION, NAME, 1);

        assertThat(versions(false)).containsExactly(4L, 3L);
        assertThat(versions(true)).containsExactly(4L, 3L, 2L);
    }

    @Test
    void versions_ofALayerThatNeverWas_areNotFound() {
        assertThat(stores.layers.listVersions(id(REGION, NAME), true, 5, Optional.empty()))
                .isEmpty();
    }

    @Test
    void versions_ofALayerThatIsAllDeleted_areAnEmptyList() {
        stores.registerUpTo(REGION, NAME, 1);
        stores.writeTombstone(REGION, NAME, 1);

        assertThat(stores.layers.listVersions(id(REGION, NAME), false, 5, Optional.empty()))
                .contains(new Page<>(List.of(), Optional.empty()));
    }

    @Test
    void aPageOfVersions_endsBeforeItsTextsGrowTooLarge() {
        int size = 90 * 1024;
        for (int number = 1; number <= 14; number++) {
            stores.registerWithText(REGION, NAME, number, "x".repeat(size));
        }

        assertThat(pages((Optional<Long> below) -> stores.layers
                        .listVersions(id(REGION, NAME), false, 100, below)
                        .orElseThrow()))
                .extracting(List::size)
                .containsExactly(VersionPages.MOST_TEXT / size + 1, 14 - VersionPages.MOST_TEXT / size - 1);
    }
}
