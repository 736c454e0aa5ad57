package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.key;
import static dev.backplane.layers.store.StoreFixture.request;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.BuildOutcome;
import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.Requirements;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RacesTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static List<Long> numbers(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    /**
     * Only the table is between them, as it is between the processes of a function. Each insertion writes the same pointer,
     * so that 16 at a time always collide.
     */
    @Test
    void insertLayer_by16ThreadsOf10Each_gives160VersionsAndOneLatest() {
        int threads = 16;
        int each = 10;
        List<List<Long>> versions = Threads.race(threads, thread -> {
                    List<Long> mine = new ArrayList<>();
                    for (int i = 1; i <= each; i++) {
                        NewLayer request = request(REGION, NAME, (long) thread * each + i);
                        mine.add(StoreFixture.registered(untilServed(() -> stores.layers.insertLayer(request, CAUSE)))
                                .version());
                    }
                    return mine;
                })
                .allResults();

        assertThat(versions).allSatisfy(mine -> assertThat(mine).isSorted());
        assertThat(versions.stream().flatMap(List::stream).sorted()).containsExactlyElementsOf(numbers(160));
        stores.checkInvariants(REGION, NAME, 160);
    }

    @Test
    void insertLayer_ofOneArnByMany_registersItOnce() {
        List<RegisterOutcome> outcomes = Threads.race(
                        16, _ -> untilServed(() -> stores.layers.insertLayer(request(REGION, NAME, 7), CAUSE)))
                .allResults();

        assertThat(outcomes)
                .filteredOn(RegisterOutcome.Registered.class::isInstance)
                .hasSize(1);
        assertThat(outcomes)
                .filteredOn(RegisterOutcome.AlreadyRegistered.class::isInstance)
                .hasSize(15)
                .allSatisfy(outcome -> assertThat(((RegisterOutcome.AlreadyRegistered) outcome)
                                .layer()
                                .version())
                        .isEqualTo(1));
        stores.checkInvariants(REGION, NAME, 1);
    }

    @Test
    void insertLayer_ofArnsThatComeTwiceAmongOthers_registersEachOnce() {
        List<RegisterOutcome> outcomes = Threads.race(
                        16,
                        thread -> untilServed(
                                () -> stores.layers.insertLayer(request(REGION, NAME, thread / 2 + 1), CAUSE)))
                .allResults();

        assertThat(outcomes)
                .filteredOn(RegisterOutcome.Registered.class::isInstance)
                .hasSize(8);
        assertThat(outcomes)
                .filteredOn(RegisterOutcome.AlreadyRegistered.class::isInstance)
                .hasSize(8);
        stores.checkInvariants(REGION, NAME, 8);
    }

    @Test
    void insertBuild_byMany_losesNoneAndTheLatestIsTheHighest() {
        PackageName name = PackageName.parse(NAME);
        List<BuildOutcome> outcomes = Threads.race(
                        20,
                        thread -> untilServed(() -> stores.builds.insertBuild(
                                new NewBuild(
                                        name,
                                        PackageVersion.parse("1." + thread),
                                        Requirements.of("requests==1." + thread),
                                        false),
                                CAUSE.actor())))
                .allResults();

        assertThat(outcomes.stream()
                        .map(outcome ->
                                ((BuildOutcome.Registered) outcome).build().version())
                        .sorted())
                .containsExactlyElementsOf(numbers(20));
        assertThat(stores.builds.getLatestBuild(name).orElseThrow().version()).isEqualTo(20);
        assertThat(stores.builds
                        .listBuilds(name, 100, Optional.empty())
                        .orElseThrow()
                        .items())
                .extracting(build -> build.version())
                .containsExactlyElementsOf(numbers(20).reversed());
    }

    @Test
    void insertBuild_ofTheSameRequirementsByMany_isBuiltOnce() {
        List<BuildOutcome> outcomes = Threads.race(
                        12,
                        _ -> untilServed(() -> stores.builds.insertBuild(
                                new NewBuild(
                                        PackageName.parse(NAME),
                                        PackageVersion.parse("1.0"),
                                        Requirements.of("requests==1.0"),
                                        false),
                                CAUSE.actor())))
                .allResults();

        assertThat(outcomes)
                .filteredOn(BuildOutcome.Registered.class::isInstance)
                .hasSize(1);
        assertThat(outcomes)
                .filteredOn(BuildOutcome.Unchanged.class::isInstance)
                .hasSize(11);
    }

    @Test
    void deleteLayer_byMany_deletesOnce() {
        stores.registerUpTo(REGION, NAME, 2);
        List<DeleteOutcome> outcomes = Threads.race(
                        12, _ -> untilServed(() -> stores.layers.deleteLayer(key(REGION, NAME, 1), false, CAUSE)))
                .allResults();

        assertThat(outcomes).filteredOn(DeleteOutcome.Deleted.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(DeleteOutcome.AlreadyDeleted.class::isInstance)
                .hasSize(11);
    }

    /** Whichever comes first, there is one latest, the pointer points to it, and no number is given twice. */
    @RepeatedTest(5)
    void deleteWithPromotion_whileOthersRegister_leavesOneLatest() {
        stores.registerUpTo(REGION, NAME, 3);
        List<Object> outcomes = Threads.<Object>race(
                        6,
                        thread -> untilServed(() -> thread == 0
                                ? stores.layers.deleteLayer(key(REGION, NAME, 3), true, CAUSE)
                                : stores.layers.insertLayer(request(REGION, NAME, 10 + thread), CAUSE)))
                .allResults();

        assertThat(outcomes)
                .filteredOn(RegisterOutcome.Registered.class::isInstance)
                .extracting(outcome ->
                        ((RegisterOutcome.Registered) outcome).layer().version())
                .containsExactlyInAnyOrder(4L, 5L, 6L, 7L, 8L);
        assertThat(outcomes.getFirst()).isInstanceOf(DeleteOutcome.Deleted.class);
        assertThat(stores.layers.getVersion(key(REGION, NAME, 3))).isEmpty();
        assertThat(stores.rows().stream()
                        .filter(row -> row.findText("dplySts").equals(Optional.of("latest")))
                        .map(row -> row.number("lyrVrsn")))
                .containsExactly(8L);
        assertThat(stores.layers
                        .getLatestInRegion(StoreFixture.id(REGION, NAME))
                        .orElseThrow()
                        .version())
                .isEqualTo(8);
    }
}
