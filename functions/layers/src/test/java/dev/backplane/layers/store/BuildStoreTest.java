package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.layers.Build;
import dev.backplane.layers.BuildOutcome;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BuildStoreTest {

    private static final PackageName NAME = PackageName.parse("requests");
    private static final String TEXT = "requests==1.0\n";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private BuildOutcome insert(String text, boolean force) {
        return stores.builds.insertBuild(
                new NewBuild(NAME, PackageVersion.parse("1.0"), Requirements.of(text), force), CAUSE.actor());
    }

    @Test
    void first_isVersion1_withAPointer() {
        Build build = stores.build("requests", TEXT);

        assertThat(build)
                .isEqualTo(new Build(NAME, 1, PackageVersion.parse("1.0"), Requirements.of(TEXT), TestClock.START));
        Map<String, String> common = Map.of(
                "sk", "pckg#requests",
                "pckg", "requests",
                "pckgVrsn", "1.0",
                "bltVrsn", "N 1",
                "rqrmntsTxt", TEXT,
                "rqrmntsHsh", RequirementsHash.of(TEXT).value(),
                "crtdDt", "2026-01-05T00:00:00.000Z");
        assertThat(stores.row("bld#v1", "pckg#requests"))
                .containsAllEntriesOf(common)
                .containsEntry("pk", "bld#v1")
                .containsEntry("actr", "client:ci")
                .hasSize(9);
        assertThat(stores.row("bldVrsn0#", "pckg#requests"))
                .containsAllEntriesOf(common)
                .containsEntry("pk", "bldVrsn0#")
                .containsEntry("maxVrsn", "N 1")
                .hasSize(9);
        assertThat(stores.rows()).hasSize(2);
    }

    @Test
    void theSameRequirementsAgain_changeNothing_unlessForced() {
        Build first = stores.build("requests", TEXT);

        assertThat(insert(TEXT, false)).isEqualTo(new BuildOutcome.Unchanged(first));
        assertThat(stores.rows()).hasSize(2);
        assertThat(insert(TEXT, true)).isInstanceOf(BuildOutcome.Registered.class);
        assertThat(stores.builds.getLatestBuild(NAME).orElseThrow().version()).isEqualTo(2);
    }

    /** Only the latest counts: who goes back to older requirements makes a new build. */
    @Test
    void requirementsOfAnOlderBuild_areANewBuild() {
        stores.build("requests", TEXT);
        stores.build("requests", "requests==2.0\n");

        assertThat(stores.build("requests", TEXT).version()).isEqualTo(3);
    }

    @Test
    void builds_areFoundByVersion() {
        Build first = stores.build("requests", TEXT);
        Build second = stores.build("requests", "requests==2.0\n");

        assertThat(stores.builds.getBuild(NAME, 1)).contains(first);
        assertThat(stores.builds.getBuild(NAME, 2)).contains(second);
        assertThat(stores.builds.getBuild(NAME, 3)).isEmpty();
        assertThat(stores.builds.getLatestBuild(NAME)).contains(second);
        assertThat(stores.builds.getLatestBuild(PackageName.parse("numpy"))).isEmpty();
    }

    @Test
    void latestBuilds_areOneOfEachPackage_byName() {
        for (String name : List.of("requests", "numpy", "pandas", "boto3", "aiohttp")) {
            stores.build(name, name + "==1");
            stores.build(name, name + "==2");
        }

        List<List<String>> pages = new ArrayList<>();
        Optional<PackageName> after = Optional.empty();
        do {
            Page<Build, PackageName> page = stores.builds.listLatestBuilds(2, after);
            pages.add(page.items().stream()
                    .map(build -> build.name() + " " + build.version())
                    .toList());
            after = page.next();
        } while (after.isPresent());
        assertThat(pages)
                .containsExactly(
                        List.of("aiohttp 2", "boto3 2"), List.of("numpy 2", "pandas 2"), List.of("requests 2"));
    }

    /** More than 1 MB of pointers: DynamoDB ends its page early, and the list goes on from there. */
    @Test
    void latestBuilds_thatAreLargerThanAPageOfDynamoDb_areAllListed() {
        List<String> names = new ArrayList<>();
        for (char c = 'a'; c < 'a' + 16; c++) {
            stores.build("p" + c, ("x" + c).repeat(45 * 1024));
            names.add("p" + c);
        }

        List<String> seen = new ArrayList<>();
        int pages = 0;
        Optional<PackageName> after = Optional.empty();
        do {
            Page<Build, PackageName> page = stores.builds.listLatestBuilds(100, after);
            page.items().forEach(build -> seen.add(build.name().value()));
            after = page.next();
            pages++;
        } while (after.isPresent());
        assertThat(seen).isEqualTo(names);
        assertThat(pages).isEqualTo(2);
    }

    @Test
    void buildsOfAPackage_areInTheOrderOfTheirNumbers_newestFirst() {
        for (int i = 1; i <= 11; i++) {
            stores.build("requests", "requests==" + i);
            stores.build("numpy", "numpy==" + i);
        }

        Page<Build, Long> first =
                stores.builds.listBuilds(NAME, 10, Optional.empty()).orElseThrow();
        assertThat(first.items()).extracting(Build::version).containsExactly(11L, 10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L);
        assertThat(first.items()).extracting(Build::name).containsOnly(NAME);
        Page<Build, Long> second =
                stores.builds.listBuilds(NAME, 10, first.next()).orElseThrow();
        assertThat(second.items()).extracting(Build::version).containsExactly(1L);
        assertThat(second.next()).isEmpty();
    }

    @Test
    void buildsOfAPackageThatNeverWas_areNotFound() {
        assertThat(stores.builds.listBuilds(NAME, 10, Optional.empty())).isEmpty();
    }

    @Test
    void requirements_areFoundByTheirHash_whereverTheyAre() {
        stores.build("requests", TEXT);
        stores.register("us-east-1", "numpy", 1);

        assertThat(stores.requirements.getRequirements(RequirementsHash.of(TEXT)))
                .contains(TEXT);
        assertThat(stores.requirements.getRequirements(RequirementsHash.of("numpy==1.0.1\n")))
                .contains("numpy==1.0.1\n");
        assertThat(stores.requirements.getRequirements(RequirementsHash.of("else")))
                .isEmpty();
    }

    @Test
    void requirements_areFound_behindLayersThatKnowOnlyTheHash() {
        RequirementsHash hash = RequirementsHash.of(TEXT);
        for (int number = 1; number <= 130; number++) {
            stores.registerWithHash("us-east-1", "numpy", number, hash);
        }
        assertThat(stores.requirements.getRequirements(hash)).isEmpty();
        stores.build("requests", TEXT);

        assertThat(stores.requirements.getRequirements(hash)).contains(TEXT);
    }

    @Test
    void requirements_areLookedForInSoManyRowsOnly() {
        RequirementsHash hash = RequirementsHash.of(TEXT);
        int rows = 1 + RequirementsStore.MANY * RequirementsStore.MOST_CALLS;
        stores.putAll(IntStream.rangeClosed(1, rows + 10)
                .mapToObj(i -> Item.builder()
                        .text("pk", "some#" + i)
                        .text("sk", "row#")
                        .text("rqrmntsHsh", hash.value())
                        .build())
                .toList());
        Meter meter = new Meter();

        assertThat(meter.measure(() -> stores.requirements.getRequirements(hash)))
                .isEmpty();
        assertThat(meter.calls()).isEqualTo(1 + RequirementsStore.MOST_CALLS);
    }

    @Test
    void next_whenThePointerIsLost_isAFaultThatSaysSo_andNotARace() {
        stores.build("requests", TEXT);
        stores.lose(BuildKey.pointer(PackageName.parse("requests")));

        assertThatThrownBy(() -> stores.build("requests", TEXT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tables.md#pointer-does-not-match");
    }
}
