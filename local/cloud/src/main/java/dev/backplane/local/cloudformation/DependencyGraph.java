package dev.backplane.local.cloudformation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;

/** A dependency graph of resources. */
final class DependencyGraph {

    private final Map<String, Set<String>> waitsFor;

    private DependencyGraph(Map<String, Set<String>> waitsFor) {
        this.waitsFor = waitsFor;
    }

    /** Creates a graph; dependencies outside of it are ignored. */
    static DependencyGraph of(Collection<String> ids, Function<String, Set<String>> dependencies) {
        Map<String, Set<String>> waitsFor = new LinkedHashMap<>();
        for (String id : ids) {
            Set<String> known = new LinkedHashSet<>(dependencies.apply(id));
            known.retainAll(ids);
            waitsFor.put(id, known);
        }
        return new DependencyGraph(waitsFor);
    }

    /** Returns the graph with reversed edges. */
    DependencyGraph reversed() {
        Map<String, Set<String>> reversed = new LinkedHashMap<>();
        waitsFor.keySet().forEach(id -> reversed.put(id, new LinkedHashSet<>()));
        waitsFor.forEach((id, others) -> others.forEach(other ->
                reversed.computeIfAbsent(other, _ -> new LinkedHashSet<>()).add(id)));
        return new DependencyGraph(reversed);
    }

    /** Returns the resources on a cycle; may be empty. */
    List<String> circle() {
        Set<String> left = new LinkedHashSet<>(waitsFor.keySet());
        order().forEach(left::remove);
        return List.copyOf(left);
    }

    /** Returns a topological order of a graph without cycles. */
    private List<String> order() {
        Set<String> left = new LinkedHashSet<>(waitsFor.keySet());
        List<String> order = new ArrayList<>();
        Optional<String> next = free(left);
        while (next.isPresent()) {
            left.remove(next.get());
            order.add(next.get());
            next = free(left);
        }
        return order;
    }

    private Optional<String> free(Set<String> left) {
        return left.stream()
                .filter(id -> waitsFor.getOrDefault(id, Set.of()).stream().noneMatch(left::contains))
                .findFirst();
    }

    /**
     * Runs a step for each resource after its dependencies, concurrently where possible.
     *
     * @param step returns whether it succeeded; dependents of failed steps are skipped
     * @return the failed resources
     */
    List<String> run(Executor threads, Predicate<String> step) {
        Map<String, CompletableFuture<Boolean>> ends = new HashMap<>();
        ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
        for (String id : order()) {
            List<CompletableFuture<Boolean>> before = waitsFor.getOrDefault(id, Set.of()).stream()
                    .flatMap(other -> Optional.ofNullable(ends.get(other)).stream())
                    .toList();
            ends.put(
                    id,
                    all(before)
                            .thenApplyAsync(
                                    _ -> {
                                        boolean ready = before.stream().allMatch(end -> end.getNow(false));
                                        boolean well = ready && step.test(id);
                                        if (ready && !well) {
                                            failed.add(id);
                                        }
                                        return well;
                                    },
                                    threads));
        }
        all(List.copyOf(ends.values())).join();
        return new ArrayList<>(failed);
    }

    private static CompletableFuture<Void> all(List<CompletableFuture<Boolean>> ends) {
        return CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
    }
}
