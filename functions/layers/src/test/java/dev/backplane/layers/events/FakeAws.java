package dev.backplane.layers.events;

import dev.backplane.testing.RecordingBus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network with scripted answers of Lambda, a bus that records events, and other clients for the rest. */
public final class FakeAws implements SdkHttpClient {

    private static final Pattern DELETE = Pattern.compile(".*/2018-10-31/layers/([^/]+)/versions/([0-9]+)");
    private static final Pattern REGION = Pattern.compile("Credential=[^/]+/[0-9]+/([a-z0-9-]+)/lambda/");

    private final SdkHttpClient others;
    private final RecordingBus bus;
    private final FakeFunctions functions = new FakeFunctions();
    private final List<String> deleted = new CopyOnWriteArrayList<>();
    private volatile int status = 204;
    private volatile String error = "";
    private volatile Runnable whenAsked = () -> {};
    private volatile @Nullable IOException unreachable;

    public FakeAws(SdkHttpClient others, RecordingBus bus) {
        this.others = others;
        this.bus = bus;
    }

    public FakeFunctions functions() {
        return functions;
    }

    /** Returns the calls that Lambda granted or refused: the region, then the ARN of the layer version. */
    List<String> deletions() {
        return List.copyOf(deleted);
    }

    /** Has Lambda refuse from now on; 204 has it obey again. */
    void answer(int httpStatus, String code) {
        status = httpStatus;
        error = code;
    }

    /** Lets all calls to Lambda fail without an answer from now on. */
    void unreachable(IOException failure) {
        unreachable = failure;
    }

    /** Lets something happen just as Lambda is asked to delete. */
    void whenAsked(Runnable work) {
        whenAsked = work;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (target.startsWith("AWSEvents.")) {
            return bus.prepareRequest(request);
        }
        if (request.httpRequest().method() != SdkHttpMethod.DELETE && !FakeFunctions.isFor(request.httpRequest())) {
            return others.prepareRequest(request);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                if (unreachable != null) {
                    throw unreachable;
                }
                return lambda(request);
            }

            @Override
            public void abort() {}
        };
    }

    private HttpExecuteResponse lambda(HttpExecuteRequest request) {
        Matcher path = DELETE.matcher(request.httpRequest().encodedPath());
        Matcher region = REGION.matcher(
                request.httpRequest().firstMatchingHeader("Authorization").orElse(""));
        if (region.find() && FakeFunctions.isFor(request.httpRequest())) {
            return functions.answer(region.group(1), request.httpRequest());
        }
        if (!path.matches()) {
            throw new AssertionError("unexpected call " + request.httpRequest().encodedPath());
        }
        whenAsked.run();
        deleted.add(
                region.group(1) + " " + URLDecoder.decode(path.group(1), StandardCharsets.UTF_8) + ":" + path.group(2));
        SdkHttpResponse.Builder response = SdkHttpResponse.builder().statusCode(status);
        if (!error.isEmpty()) {
            response.putHeader("x-amzn-ErrorType", error);
        }
        byte[] body = (error.isEmpty() ? "" : "{\"message\":\"no\"}").getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                .build();
    }

    @Override
    public void close() {}
}
