package dev.backplane.platform.http;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeepAliveTest {

    private final TestPlatform platform = TestPlatform.withoutAws();
    private final AtomicInteger requests = new AtomicInteger();
    private final HttpHandler handler = Handlers.answering(platform, _ -> {
        requests.incrementAndGet();
        return HttpResponse.noContent();
    });

    @Test
    void keepAlive_doesNothingAndLogsNothing() {
        String reply = Invoke.with(handler, HttpHandler.KEEP_ALIVE);

        assertThat(reply).isEmpty();
        assertThat(requests).hasValue(0);
        assertThat(platform.lines()).isEmpty();
    }

    @Test
    void request_whichSaysKeepAliveWhereverACallerCan_isHandledAndLogged() {
        HttpCall.of(Handlers.OPERATION)
                .header("keepAlive", "true")
                .header("keepalive", "true")
                .query("keepAlive=true")
                .path("keepAlive", "true")
                .sub("keepAlive")
                .body(HttpHandler.KEEP_ALIVE)
                .send(handler);

        assertThat(requests).hasValue(1);
        assertThat(platform.lines())
                .singleElement()
                .satisfies(line -> assertThatJson(line).node("outcome").isEqualTo("SUCCESS"));
    }
}
