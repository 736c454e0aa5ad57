package dev.backplane.local.gateway;

import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.http.Body;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiPredicate;
import java.util.function.Function;
import software.amazon.awssdk.http.SdkHttpClient;

/** A Lambda whose one function, Echo, does what a test says, with no other service beside it. */
final class FakeBackend implements Backend {
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    Function<String, Result> function = event -> answered("{\"statusCode\":200,\"body\":\"ok\"}");
    BiPredicate<String, String> permission = (function, source) -> true;

    static Result answered(String payload) {
        return new Result("request-1", false, Body.of(payload));
    }

    static Result failed(String payload) {
        return new Result("request-1", true, Body.of(payload));
    }

    @Override
    public Result invoke(String name, Body payload) {
        Result result = function.apply(payload.text());
        events.add(payload.text());
        return result;
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
