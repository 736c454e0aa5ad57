package dev.backplane.local.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DependencyGraphTest {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void run_doesEachAfterWhatItWaitsFor() {
        DependencyGraph graph = graph(Map.of("c", Set.of("b"), "b", Set.of("a"), "a", Set.of("elsewhere")));

        assertThat(graph.run(threads, done::add)).isEmpty();
        assertThat(done).containsExactly("a", "b", "c");
    }

    @Test
    void reversed_doesEachBeforeWhatItWaitsFor() {
        DependencyGraph graph = graph(Map.of("c", Set.of("b"), "b", Set.of("a"), "a", Set.of()));

        assertThat(graph.reversed().run(threads, done::add)).isEmpty();
        assertThat(done).containsExactly("c", "b", "a");
    }

    @Test
    void run_doesAtTheSameTimeWhatDoesNotWait() {
        CyclicBarrier both = new CyclicBarrier(2);

        List<String> failed = graph(Map.of("a", Set.of(), "b", Set.of())).run(threads, id -> meet(both));

        assertThat(failed).isEmpty();
    }

    @Test
    void run_whenOneFails_leavesAloneWhatWaitsForIt() {
        DependencyGraph graph = graph(Map.of("c", Set.of("b"), "b", Set.of("a"), "a", Set.of(), "d", Set.of("a")));

        List<String> failed = graph.run(threads, id -> done.add(id) && !id.equals("b"));

        assertThat(failed).containsExactly("b");
        assertThat(done).containsExactlyInAnyOrder("a", "b", "d");
    }

    @Test
    void circle_namesThoseThatWaitForThemselves() {
        assertThat(graph(Map.of("a", Set.of("b"), "b", Set.of("a"), "c", Set.of()))
                        .circle())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(graph(Map.of("a", Set.of("b"), "b", Set.of())).circle()).isEmpty();
    }

    private static DependencyGraph graph(Map<String, Set<String>> dependencies) {
        return DependencyGraph.of(dependencies.keySet(), id -> dependencies.getOrDefault(id, Set.of()));
    }

    private static boolean meet(CyclicBarrier both) {
        try {
            both.await(2, TimeUnit.MINUTES);
            return true;
        } catch (Exception alone) {
            return false;
        }
    }
}
