package dev.backplane.bench.warm;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.testing.Invoke;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares a handler with the calls that it makes.
 *
 * <p>Batches of the handler and of its recorded calls alternate. Tables are restored between them.
 */
final class Comparison {

    private static final Context CONTEXT = Invoke.CONTEXT;

    private final WarmSuite suite;
    private final HotOperation operation;
    private final int batch;
    private final TableStates states;
    private final Timings handler = new Timings();
    private final Timings bare = new Timings();
    private List<List<BareCall>> calls = List.of();

    Comparison(WarmSuite suite, HotOperation operation) {
        this.suite = suite;
        this.operation = operation;
        this.batch = operation.events().size();
        this.states = suite.states(operation.changes());
    }

    /** Runs a number of rounds of both. */
    void run(int rounds, boolean counts) throws IOException {
        states.restore();
        runHandler(false);
        for (int round = 0; round < rounds; round++) {
            // The order alternates, so that neither always runs after the other.
            if (round % 2 == 0) {
                runHandler(counts);
                runBare(counts);
            } else {
                runBare(counts);
                runHandler(counts);
            }
        }
    }

    private void runHandler(boolean counts) throws IOException {
        List<ByteArrayInputStream> in =
                operation.events().stream().map(ByteArrayInputStream::new).toList();
        List<ByteArrayOutputStream> out =
                Stream.generate(ByteArrayOutputStream::new).limit(batch).toList();
        int[] sent = new int[batch + 1];
        suite.recorder().clear();
        handler.batch(batch, counts, index -> {
            operation.handler().handleRequest(in.get(index), out.get(index), CONTEXT);
            sent[index + 1] = suite.recorder().size();
        });
        out.forEach(reply -> WarmSuite.checked(reply.toString(StandardCharsets.UTF_8)));
        calls = IntStream.range(0, batch)
                .mapToObj(index -> suite.recorder().between(sent[index], sent[index + 1]).stream()
                        .map(BareCall::of)
                        .toList())
                .toList();
        states.restore();
    }

    private void runBare(boolean counts) throws IOException {
        if (calls.getFirst().isEmpty()) {
            return;
        }
        suite.recorder().clear();
        bare.batch(batch, counts, index -> {
            for (BareCall call : calls.get(index)) {
                call.send(suite.bare());
            }
        });
        states.restore();
    }

    Result result() {
        return new Result(
                operation.name(),
                calls.stream().mapToInt(List::size).average().orElseThrow(),
                handler.summary(),
                bare.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Result.Bare(bare.summary(), handler.medianRatioTo(bare) - 1)));
    }
}
