package dev.backplane.platform.http;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import org.junit.jupiter.api.Test;

class HttpLogLineTest {

    private static final String SECRET = "arn:aws:dynamodb:us-east-1:000000000000:table/DeploymentTable";

    private final TestPlatform platform = TestPlatform.withoutAws();

    private static HttpCall call() {
        return HttpCall.of(Handlers.OPERATION);
    }

    @Test
    void fault_isLoggedOnceUnderTheRequestIdOfTheAnswer() {
        GatewayResponse answer = call().requestId("r-7").send(Handlers.answering(platform, _ -> {
            throw new IllegalStateException("cannot read " + SECRET);
        }));

        assertThat(answer.text("requestId")).isEqualTo("r-7");
        assertThat(platform.lines()).singleElement().satisfies(line -> {
            assertThatJson(line).node("requestId").isEqualTo("r-7");
            assertThatJson(line).node("outcome").isEqualTo("FAULT");
            assertThatJson(line).node("status").isEqualTo(500);
            assertThat(line).contains("cannot read " + SECRET, "HttpLogLineTest");
        });
    }

    @Test
    void requestId_whenTheGatewayGaveNone_isLambdas() {
        String reply = Invoke.with(Handlers.answering(platform, _ -> HttpResponse.noContent()), "{}");

        assertThat(reply).contains(Invoke.REQUEST_ID);
        assertThatJson(platform.lines().getFirst()).node("requestId").isEqualTo(Invoke.REQUEST_ID);
    }

    @Test
    void logLine_neverHoldsTokensBodiesOrValues() {
        HttpHandler handler = Handlers.answering(platform, request -> {
            Input input = request.input();
            input.optionalBody("name", InputType.bool());
            input.verify();
            return HttpResponse.noContent();
        });
        call().header("authorization", "Bearer s3cret-token")
                .header("x-custom", "s3cret-header")
                .query("q=s3cret-query")
                .path("id", "s3cret-path")
                .sub("ann")
                .body("{\"name\":\"s3cret-body\",\"s3cret-member\":1}")
                .send(handler);

        assertThat(platform.lines()).singleElement().satisfies(line -> {
            assertThat(line).doesNotContain("s3cret");
            assertThatJson(line).node("actor").isEqualTo("user:ann");
            assertThatJson(line).node("outcome").isEqualTo("REFUSED");
            assertThatJson(line).node("code").isEqualTo("INVALID_REQUEST");
        });
    }

    @Test
    void logLine_isWrittenOnceForEachRequestWithItsOutcome() {
        HttpHandler handler = Handlers.answering(platform, _ -> HttpResponse.noContent());
        call().requestId("a").send(handler);
        call().requestId("b").scopes().send(handler);

        assertThat(platform.lines()).hasSize(2);
        assertThatJson(platform.lines().get(0))
                .isObject()
                .containsEntry("service", "things")
                .containsEntry("operation", "GetThing")
                .containsEntry("requestId", "a")
                .containsEntry("outcome", "SUCCESS");
        assertThatJson(platform.lines().get(1))
                .isObject()
                .containsEntry("requestId", "b")
                .containsEntry("outcome", "REFUSED")
                .containsEntry("code", "INSUFFICIENT_SCOPE");
    }
}
