package dev.backplane.local.gateway;

import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.functions.Invocation;
import dev.backplane.local.http.Body;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.http.SdkHttpClient;

/** A Lambda whose one function, Echo, does what a test says, with no other service beside it. */
final class FakeBackend implements Backend {
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    Function<String, Invocation> function = event -> answered("{\"statusCode\":200,\"body\":\"ok\"}");
    BiPredicate<String, String> permission = (function, source) -> true;

    static Invocation answered(String payload) {
        return Invocation.answered("request-1", payload.getBytes(StandardCharsets.UTF_8));
    }

    static Invocation failed(String payload) {
        return Invocation.failed("request-1", payload.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Invocation invoke(String name, Body payload) {
        Invocation result = function.apply(payload.text());
        events.add(payload.text());
        return result;
    }

    @Override
    public void invokeLater(String name, Body payload, Consumer<Invocation> end) {
        Thread.ofVirtual().start(() -> end.accept(invoke(name, payload)));
    }

    @Override
    public boolean permits(String name, String sourceArn) {
        return permission.test(name, sourceArn);
    }

    @Override
    public Optional<String> nameOf(String name) {
        return Optional.of("Echo")
                .filter(name::equals)
                .or(() -> Optional.of(Routes.FUNCTION).filter(name::equals).map(arn -> "Echo"));
    }

    @Override
    public List<String> names() {
        return List.of("Echo", "Another");
    }

    @Override
    public SdkHttpClient aws() {
        return new EngineHttpClient();
    }
}
