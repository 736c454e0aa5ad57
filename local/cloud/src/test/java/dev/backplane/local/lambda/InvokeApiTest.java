package dev.backplane.local.lambda;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.Requests;
import dev.backplane.local.testing.FakeFunctions;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class InvokeApiTest {

    private static final String PATH = "/2015-03-31/functions/Echo/invocations";

    private final FakeFunctions functions = new FakeFunctions();
    private final BlockingQueue<String> problems = new LinkedBlockingQueue<>();
    private final InvokeApi api = new InvokeApi(functions, problems::add);

    @Test
    void invoke_handsEventInAndPayloadOut() {
        functions.function = event -> FakeFunctions.answered("[" + event + "]");
        LocalResponse answer = answer(Requests.of("POST", PATH, "{\"a\":1}"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().text()).isEqualTo("[{\"a\":1}]");
        assertThat(answer.headers())
                .containsEntry("x-amzn-requestid", List.of("request-1"))
                .doesNotContainKey("x-amz-function-error");
    }

    @Test
    void invoke_takesAnArn() {
        String encoded = FakeFunctions.ARN.replace(":", "%3A");
        assertThat(answer(Requests.of("POST", "/2015-03-31/functions/" + encoded + "/invocations", "{}"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void invoke_whenBodyIsEmpty_sendsAnEmptyObject() {
        answer(Requests.of("POST", PATH, ""));
        assertThat(functions.events).containsExactly("{}");
    }

    @Test
    void invoke_whenFunctionFails_saysSoInAHeader() {
        functions.function = event -> FakeFunctions.failed("{\"errorMessage\":\"no\"}");
        LocalResponse answer = answer(Requests.of("POST", PATH, "{}"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("x-amz-function-error", List.of("Unhandled"));
        assertThat(answer.body().text()).isEqualTo("{\"errorMessage\":\"no\"}");
    }

    @Test
    void invoke_whileLambdaHasNoSnapshot_answersConflict() {
        functions.function = event -> InvocationResult.rejected(
                new InvocationResult.ServiceError("SnapStartNotReadyException", 409, "Lambda is initializing"));
        LocalResponse answer = answer(Requests.of("POST", PATH, "{}"));
        assertError(answer, 409, "SnapStartNotReadyException");
        assertThatJson(answer.body().text()).isEqualTo("{Type: 'User', Message: 'Lambda is initializing'}");
    }

    @Test
    void invoke_whenTypeIsEvent_answersAtOnceAndRunsInTheBackground() throws InterruptedException {
        functions.function = event -> FakeFunctions.failed("no");
        LocalResponse answer = answer(asType("Event", "{\"a\":1}"));
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body().size()).isZero();
        assertThat(functions.events.take()).isEqualTo("{\"a\":1}");
        assertThat(problems.take()).contains("Echo failed");
    }

    @Test
    void invoke_whenTypeIsUnknown_isRefused() {
        assertError(answer(asType("Later", "{}")), 400, "InvalidParameterValueException");
    }

    @Test
    void invoke_whenFunctionIsUnknown_listsThoseThereAre() {
        LocalResponse answer = answer(Requests.of("POST", "/2015-03-31/functions/Nobody/invocations", "{}"));
        assertError(answer, 404, "ResourceNotFoundException");
        assertThatJson(answer.body().text()).node("Message").isString().contains("Another, Echo");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "{", "{} {}"})
    void invoke_whenEventIsNotJson_isRefused(String event) {
        assertError(answer(Requests.of("POST", PATH, event)), 400, "InvalidRequestContentException");
        assertThat(functions.events).isEmpty();
    }

    @Test
    void invoke_whenEventIsTooLarge_isRefused() {
        String large = "\"" + "x".repeat(6 * 1024 * 1024) + "\"";
        assertError(answer(Requests.of("POST", PATH, large)), 413, "RequestTooLargeException");
        String medium = "\"" + "x".repeat(1024 * 1024) + "\"";
        assertError(answer(asType("Event", medium)), 413, "RequestTooLargeException");
        assertThat(answer(Requests.of("POST", PATH, medium)).status()).isEqualTo(200);
    }

    @Test
    void invoke_whenAForeignPageAsks_isRefused() {
        LocalRequest request = Requests.with(Requests.of("POST", PATH, "{}"), "origin", "https://evil.example");
        assertError(answer(request), 403, "AccessDeniedException");
        assertThat(functions.events).isEmpty();
    }

    @Test
    void invoke_whenMethodIsAnother_isNotAllowed() {
        assertThat(answer(Requests.get(PATH)).status()).isEqualTo(405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/deployments", "/2015-03-31/functions/Echo", "/2015-03-31/functions/a/b/invocations"})
    void answer_whenPathIsAnother_isEmpty(String path) {
        assertThat(api.answer(Requests.of("POST", path, "{}"))).isEmpty();
    }

    private LocalResponse answer(LocalRequest request) {
        return api.answer(request).orElseThrow();
    }

    private static LocalRequest asType(String type, String event) {
        return Requests.with(Requests.of("POST", PATH, event), "x-amz-invocation-type", type);
    }

    private static void assertError(LocalResponse answer, int status, String type) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.headers()).containsEntry("x-amzn-errortype", List.of(type));
    }
}
