package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.lambda.InvocationResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A function that fails for poisonous records and records every batch. */
final class FakeFunction implements Function<byte[], InvocationResult> {

    private final List<List<Integer>> batches = new ArrayList<>();
    private final Set<Integer> poison = new HashSet<>();
    private boolean reportsItemFailures;

    FakeFunction poisonedBy(Integer... numbers) {
        poison.addAll(List.of(numbers));
        return this;
    }

    FakeFunction answeringPartially() {
        reportsItemFailures = true;
        return this;
    }

    synchronized void heal() {
        poison.clear();
    }

    synchronized List<List<Integer>> batches() {
        return List.copyOf(batches);
    }

    @Override
    public synchronized InvocationResult apply(byte[] payload) {
        List<Integer> numbers = Changes.numbers(payload);
        batches.add(numbers);
        List<Integer> failed = numbers.stream().filter(poison::contains).toList();
        if (failed.isEmpty()) {
            return answer("{\"batchItemFailures\":[]}");
        }
        return reportsItemFailures
                ? answer("{\"batchItemFailures\":[{\"itemIdentifier\":\"%d\"}]}".formatted(failed.getFirst()))
                : InvocationResult.failed("request", "{}".getBytes(StandardCharsets.UTF_8));
    }

    private static InvocationResult answer(String json) {
        return InvocationResult.succeeded("request", json.getBytes(StandardCharsets.UTF_8));
    }
}
