package dev.backplane.bench.warm;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.testing.StubContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A handler against the calls that it makes.
 *
 * <p>A batch of the handler and a batch of bare calls take turns. The bare calls are those that the handler sent last,
 * read off the wire, on tables that stand as they stood for the handler.
 */
final class Comparison {

    private static final Context CONTEXT = new StubContext();

    private final WarmSuite suite;
    private final HotOperation operation;
    private final int batch;
    private final TableStates states;
    private final Side handler = new Side();
    private final Side bare = new Side();
    private List<List<BareCall>> calls = List.of();

    Comparison(WarmSuite suite, HotOperation operation) {
        this.suite = suite;
        this.operation = operation;
        this.batch = operation.events().size();
        this.states = suite.states(operation.changes());
    }

    /** Lets both do their work so many times, in turns. */
    void run(int rounds, boolean counts) throws IOException {
        states.restore();
        runHandler(false);
        for (int round = 0; round < rounds; round++) {
            // Who is first changes, so that neither always has the machine as the other left it.
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
        suite.tap().forget();
        handler.batch(batch, counts, index -> {
            operation.handler().handleRequest(in.get(index), out.get(index), CONTEXT);
            sent[index + 1] = suite.tap().size();
        });
        out.forEach(reply -> WarmSuite.checked(reply.toString(StandardCharsets.UTF_8)));
        calls = IntStream.range(0, batch)
                .mapToObj(index -> suite.tap().between(sent[index], sent[index + 1]).stream()
                        .map(BareCall::of)
                        .toList())
                .toList();
        states.restore();
    }

    private void runBare(boolean counts) throws IOException {
        if (calls.getFirst().isEmpty()) {
            return;
        }
        suite.tap().forget();
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
