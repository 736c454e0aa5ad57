package dev.backplane.layers.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Item;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** What must hold of the rows of one package in one region, whatever happened before. */
final class LayerInvariants {

    private LayerInvariants() {}

    /**
     * Checks them.
     *
     * @param mine the rows of the package and region, and its marks
     * @param unlimited the number of deprecated versions that have no expiry
     */
    static void check(List<Item> mine, long versions, int unlimited) {
        List<Item> numbered = mine.stream()
                .filter(row -> row.text("sk").startsWith("lyrVrsn#v"))
                .sorted(Comparator.comparingLong(row -> row.number("lyrVrsn")))
                .toList();
        assertThat(numbered)
                .extracting(row -> row.number("lyrVrsn"))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, versions).boxed().toList());
        assertThat(numbered).extracting(row -> row.text("arn")).doesNotHaveDuplicates();
        assertThat(numbered)
                .allSatisfy(row -> assertThat(row.text("sk")).isEqualTo("lyrVrsn#v" + row.number("lyrVrsn")));
        assertThat(numbered)
                .filteredOn(row -> row.findText("dplySts").equals(Optional.of("latest")))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.attributes()).doesNotContainKey("exDt");
                    assertThat(mine)
                            .filteredOn(pointer -> pointer.text("sk").equals("lyrVrsn0#"))
                            .singleElement()
                            .satisfies(pointer -> {
                                assertThat(pointer.number("maxVrsn")).isEqualTo(versions);
                                assertThat(pointer.number("lyrVrsn")).isEqualTo(row.number("lyrVrsn"));
                                assertThat(pointer.text("arn")).isEqualTo(row.text("arn"));
                                assertThat(pointer.attributes()).doesNotContainKeys("dplySts", "exDt");
                            });
                });
        assertThat(numbered)
                .filteredOn(row -> row.findText("dplySts").equals(Optional.of("deprecated"))
                        && row.findNumber("exDt").isEmpty())
                .hasSize(unlimited);
        assertThat(mine.stream()
                        .filter(row -> row.text("sk").equals("lyrArn0#"))
                        .map(row -> row.text("pk") + " " + row.number("lyrVrsn")))
                .containsExactlyInAnyOrderElementsOf(numbered.stream()
                        .map(row -> "lyrArn#" + row.text("arn") + " " + row.number("lyrVrsn"))
                        .toList());
    }
}
