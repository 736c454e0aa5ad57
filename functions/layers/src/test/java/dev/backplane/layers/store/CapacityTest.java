package dev.backplane.layers.store;

import static dev.backplane.layers.store.Cost.assertCost;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.key;

import dev.backplane.layers.Layer;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.testing.DynamoLocal;
import java.util.Optional;
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

    /** Deleted versions are not in the index: 60 of them or 6,000 cost the same. */
    @Test
    void deleteLayer_withPromotionBehindManyDeleted_costsOneQueryMore() {
        Layer first = stores.register(REGION, NAME, 1);
        stores.putAll(IntStream.rangeClosed(2, 60)
                .mapToObj(version -> stores.deleted(first, version))
                .toList());
        stores.moveCounter(REGION, NAME, 60);
        stores.register(REGION, NAME, 61);
        // The refused try, the pointer, the version below, the index, the version found, and the transaction.
        assertCost(() -> stores.layers.deleteLayer(key(REGION, NAME, 61), true), 6, 3.5, 2 * (3 + 3 + 2 + 2 * 2));
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
    void getRequirements_costsHalfAUnit() {
        stores.build(NAME, "requests==1");
        assertCost(() -> stores.requirements.getRequirements(RequirementsHash.of("requests==1")), 1, 0.5, 0);
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
}
