package dev.backplane.local.testing;

import dev.backplane.local.lambda.FunctionInvoker;
import dev.backplane.local.lambda.InvocationResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;

/** A fake of Lambda with one function, Echo, whose behaviour the test defines. */
public final class FakeFunctions implements FunctionInvoker {

    public static final String ARN = "arn:aws:lambda:us-east-1:000000000000:function:Echo:live";

    public final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    public Function<String, InvocationResult> function = event -> answered("{\"statusCode\":200,\"body\":\"ok\"}");
    public BiPredicate<String, String> permission = (function, source) -> true;

    public static InvocationResult answered(String payload) {
        return InvocationResult.succeeded("request-1", payload.getBytes(StandardCharsets.UTF_8));
    }

    public static InvocationResult failed(String payload) {
        return InvocationResult.failed("request-1", payload.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InvocationResult invoke(String name, byte[] payload) {
        String event = new String(payload, StandardCharsets.UTF_8);
        InvocationResult result = function.apply(event);
        events.add(event);
        return result;
    }

    @Override
    public void invokeLater(String name, byte[] payload, Consumer<InvocationResult> end) {
        Thread.ofVirtual().start(() -> end.accept(invoke(name, payload)));
    }

    @Override
    public boolean permits(String name, String principal, String sourceArn) {
        return permission.test(name, sourceArn);
    }

    @Override
    public Optional<String> nameOf(String name) {
        return name.equals("Echo") || name.equals(ARN) ? Optional.of("Echo") : Optional.empty();
    }

    @Override
    public List<String> names() {
        return List.of("Echo", "Another");
    }
}
