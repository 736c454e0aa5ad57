package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Concurrent registrations of versions of one layer over HTTP; the table is checked afterwards. Each registration writes
 * the same pointer, so 16 callers always collide.
 *
 * <p>In a separate suite, because the resulting stream and bus traffic would delay other tests.
 */
class LayerRacesTest {

    private static final String REGION = "ap-southeast-2";
    private static final int CALLERS = 16;
    private static final int EACH = 10;

    private final String name = LayerRegistry.newPackage();

    @Test
    void register_by16CallersOf10Each_gives160VersionsAndOneLatest() {
        try (LocalServer server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES))) {
            checkNumbers(race(new LayerRegistry(server)));
            checkRows(server);
        }
    }

    private List<List<Integer>> race(LayerRegistry layers) {
        return Threads.race(CALLERS, caller -> {
                    List<Integer> mine = new ArrayList<>();
                    for (int i = 1; i <= EACH; i++) {
                        mine.add(untilServed(layers, caller * EACH + i));
                    }
                    return mine;
                })
                .allResults();
    }

    private static void checkNumbers(List<List<Integer>> versions) {
        assertThat(versions).allSatisfy(mine -> assertThat(mine).isSorted());
        List<Integer> all = IntStream.rangeClosed(1, CALLERS * EACH).boxed().toList();
        assertThat(versions.stream().flatMap(List::stream).sorted()).containsExactlyElementsOf(all);
    }

    private int untilServed(LayerRegistry layers, int number) {
        String arn = "arn:aws:lambda:" + REGION + ":000000000000:layer:" + name + ":" + number;
        Answer answer = Await.untilServed(() -> layers.register(REGION, name, arn));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().path("layerVersion").asInt();
    }

    private void checkRows(LocalServer server) {
        List<Item> mine = Suite.rows(server, "LayerTable").stream()
                .filter(row -> row.findText("pckg").equals(Optional.of(name)))
                .toList();
        List<Item> latest = mine.stream()
                .filter(row -> row.findText("dplySts").equals(Optional.of("latest")))
                .toList();
        List<Item> pointers =
                mine.stream().filter(row -> row.text("sk").equals("lyrVrsn0#")).toList();
        assertThat(mine).hasSize(2 * CALLERS * EACH + 1);
        assertThat(latest)
                .singleElement()
                .satisfies(row -> assertThat(row.number("lyrVrsn")).isEqualTo(CALLERS * EACH));
        assertThat(pointers).singleElement().satisfies(pointer -> {
            assertThat(pointer.number("maxVrsn")).isEqualTo(CALLERS * EACH);
            assertThat(pointer.number("lyrVrsn")).isEqualTo(CALLERS * EACH);
            assertThat(pointer.text("arn")).isEqualTo(latest.getFirst().text("arn"));
        });
    }
}
