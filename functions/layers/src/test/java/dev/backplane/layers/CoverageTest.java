package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.store.StoreFixture;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CoverageTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    private static Layer layer(String region, long version, String packageVersion, int second) {
        NewLayer request = new NewLayer(
                StoreFixture.id(region, "requests"),
                StoreFixture.arn(region, "requests", version),
                PackageVersion.parse(packageVersion),
                Optional.empty(),
                Compatibility.ANY);
        return Layer.latest(request, version, START.plusSeconds(second));
    }

    private static List<String> states(List<Layer> latest, String... wanted) {
        Set<RegionName> regions = Set.of(wanted).stream().map(RegionName::parse).collect(Collectors.toSet());
        return Coverage.of(latest, regions).orElseThrow().places().stream()
                .map(place -> place.region() + " " + place.status().value())
                .toList();
    }

    @Test
    void eachRegionOfTheStage_hasTheNewestVersion_orAnother_orNone() {
        List<Layer> latest = List.of(
                layer("us-east-1", 4, "1.10", 9), layer("eu-west-1", 7, "1.9", 5), layer("us-west-2", 1, "1.10", 8));

        assertThat(states(latest, "us-east-1", "us-west-2", "eu-west-1", "ap-south-1"))
                .containsExactly("ap-south-1 missing", "eu-west-1 behind", "us-east-1 present", "us-west-2 present");
    }

    @Test
    void theNewestVersion_isTheOneRegisteredLast_evenInARegionThatIsNotAskedFor() {
        List<Layer> latest = List.of(layer("us-east-1", 1, "2.0", 1), layer("sa-east-1", 1, "1.9.1", 2));

        assertThat(states(latest, "us-east-1")).containsExactly("us-east-1 behind");
        assertThat(Coverage.of(latest, Set.of()).orElseThrow().newest()).isEqualTo(PackageVersion.parse("1.9.1"));
    }

    @Test
    void withoutRegionsOfTheStage_thoseThatHaveThePackageCount() {
        assertThat(states(List.of(layer("us-east-1", 1, "1", 1), layer("eu-west-1", 1, "2", 2))))
                .containsExactly("eu-west-1 present", "us-east-1 behind");
    }

    @Test
    void twoLatestLayersOfARegion_asAnIndexMayShowThem_countAsTheHigher() {
        assertThat(states(List.of(layer("us-east-1", 2, "2", 2), layer("us-east-1", 1, "1", 1))))
                .containsExactly("us-east-1 present");
    }

    @Test
    void aPackageOfNoRegion_hasNoCoverage() {
        assertThat(Coverage.of(List.of(), Set.of(RegionName.parse("us-east-1"))))
                .isEmpty();
    }
}
