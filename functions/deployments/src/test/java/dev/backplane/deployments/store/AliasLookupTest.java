package dev.backplane.deployments.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasLookupTest {

    private static final Hostname HOST = Hostname.parse("example.com");

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private DeploymentId id;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        id = stores.finished("d1");
    }

    @Test
    void getAliasByHostname_neverMatchesANeighbour() {
        List.of("example-shop.com", "sub.example.com", "example2.com", "exampleco.com", "*.example.com")
                .forEach(alias -> stores.point(alias, id));
        assertThat(lookup("/")).isEmpty();
        stores.point("example.com", id);
        assertThat(lookup("/")).contains("/");
    }

    @Test
    void getAliasByHostname_takesTheLongestBasePathOfWholeSegments() {
        List.of("/", "/docs", "/docs/v1", "/docs-old", "/doc").forEach(path -> stores.point("example.com" + path, id));
        assertThat(lookup("/")).contains("/");
        assertThat(lookup("/docs")).contains("/docs");
        assertThat(lookup("/docs/")).contains("/docs");
        assertThat(lookup("/docs/v2")).contains("/docs");
        assertThat(lookup("/docs/v1/a/b")).contains("/docs/v1");
        assertThat(lookup("/docs-old/x")).contains("/docs-old");
        assertThat(lookup("/docs-new")).contains("/");
        assertThat(lookup("/zzz")).contains("/");
        assertThat(lookup("/docs/%20ä#x")).contains("/docs");
        assertThat(lookup("/docs/" + "x".repeat(2000))).contains("/docs");
    }

    @Test
    void getAliasByHostname_withManySiblings_takesOneQueryAndOneBatch() {
        List.of("/", "/docs").forEach(path -> stores.point("example.com" + path, id));
        IntStream.rangeClosed(1, 11).forEach(i -> stores.point("example.com/docs-v" + i, id));
        assertThat(calls("/docs/intro", Optional.of("/docs"))).isEqualTo(1);
        IntStream.rangeClosed(12, 40).forEach(i -> stores.point("example.com/docs-v" + i, id));
        assertThat(calls("/docs/intro", Optional.of("/docs"))).isEqualTo(2);
        assertThat(calls("/docs-v13/intro", Optional.of("/docs-v13"))).isEqualTo(1);
        assertThat(calls("/dodo/intro", Optional.of("/"))).isEqualTo(2);
    }

    /** Every level has more siblings that sort between than a page holds, and no row but the last holds the path. */
    @Test
    void getAliasByHostname_inTheWorstLayout_takesOneQueryAndOneBatch() {
        stores.point("example.com", id);
        for (int level = 1; level <= 20; level++) {
            String parent = "example.com" + "/a".repeat(level);
            IntStream.range(0, 13).forEach(i -> stores.point(parent + "!" + (char) ('a' + i), id));
        }
        Meter meter = new Meter();
        assertThat(meter.measure(() -> lookup("/a".repeat(25)))).contains("/");
        assertThat(meter.calls()).isEqualTo(2);
        assertThat(meter.readUnits()).isLessThanOrEqualTo(0.5 + 21);
    }

    /** A base path has at most 127 segments, which are more keys than one BatchGetItem takes. */
    @Test
    void getAliasByHostname_withTheMostSegments_takesOneQueryAndTwoBatches() {
        String deep = "/a".repeat(126);
        IntStream.range(0, 13).forEach(i -> stores.point("example.com" + deep + "!" + (char) ('a' + i), id));
        stores.point("example.com/a", id);
        assertThat(calls("/a".repeat(127), Optional.of("/a"))).isEqualTo(3);
        stores.point("example.com" + "/a".repeat(100), id);
        assertThat(calls("/a".repeat(127), Optional.of("/a".repeat(100)))).isEqualTo(2);
    }

    private long calls(String path, Optional<String> expected) {
        Meter meter = new Meter();
        assertThat(meter.measure(() -> lookup(path))).isEqualTo(expected);
        return meter.calls();
    }

    @Test
    void getAliasByHostname_agreesWithBruteForce() {
        SplittableRandom random = new SplittableRandom(7);
        List<BasePath> bases = IntStream.range(0, 60)
                .mapToObj(_ -> new BasePath(path(random, 3)))
                .distinct()
                .toList();
        bases.forEach(base -> stores.point("example.com" + base, id));
        for (int i = 0; i < 400; i++) {
            String path = path(random, 5);
            Optional<String> expected = bases.stream()
                    .filter(base -> base.contains(path))
                    .max(Comparator.comparingInt(base -> base.value().length()))
                    .map(BasePath::value);
            assertThat(lookup(path)).as(path).isEqualTo(expected);
        }
    }

    private static String path(SplittableRandom random, int most) {
        StringBuilder path = new StringBuilder();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            path.append('/');
            for (int j = 1 + random.nextInt(2); j > 0; j--) {
                path.append("ab-.0~".charAt(random.nextInt(j == 1 ? 2 : 6)));
            }
        }
        return path.toString();
    }

    private Optional<String> lookup(String path) {
        return stores.lookup
                .getAliasByHostname(HOST, path, false)
                .map(Alias::id)
                .map(alias -> alias.path().value());
    }
}
