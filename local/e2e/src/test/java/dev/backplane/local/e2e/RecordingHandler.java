package dev.backplane.local.e2e;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.e2e.Recordings.Recording;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.rehearsal.RecordedResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** Wraps a function of the suite and records the responses of AWS to its calls, one recording per invocation. */
public final class RecordingHandler implements RequestStreamHandler {

    /** The setting with the class name of the wrapped function. */
    static final String RECORDED = "RECORDED_HANDLER";

    // Functions may call AWS from other threads.
    private static final InheritableThreadLocal<List<RecordedResponse>> ANSWERS = new InheritableThreadLocal<>();

    private final Class<? extends RequestStreamHandler> type;
    private final Platform platform;
    private final RequestStreamHandler handler;

    public RecordingHandler(Platform platform) throws ReflectiveOperationException {
        AwsConnection aws = platform.aws();
        this.platform = new Platform(
                platform.settings(),
                new AwsConnection(new Recorder(aws.http()), aws.credentials(), aws.region(), aws.endpoint()),
                platform.clock(),
                platform.ids(),
                platform.log());
        this.type = Class.forName(platform.settings().require(RECORDED)).asSubclass(RequestStreamHandler.class);
        this.handler = type.getConstructor(Platform.class).newInstance(this.platform);
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        JsonNode event = Recordings.JSON.readTree(in);
        List<RecordedResponse> answers = new CopyOnWriteArrayList<>();
        Instant at = platform.clock().instant();
        ANSWERS.set(answers);
        try {
            handler.handleRequest(new ByteArrayInputStream(Recordings.JSON.writeValueAsBytes(event)), out, context);
        } finally {
            ANSWERS.remove();
        }
        Recordings.add(new Recording(type, platform.settings(), at, event, List.copyOf(answers)));
    }

    private record Recorder(SdkHttpClient http) implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            ExecutableHttpRequest call = http.prepareRequest(request);
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    return keep(request, call.call());
                }

                @Override
                public void abort() {
                    call.abort();
                }
            };
        }

        private static HttpExecuteResponse keep(HttpExecuteRequest request, HttpExecuteResponse response)
                throws IOException {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            Optional<AbortableInputStream> stream = response.responseBody();
            if (stream.isPresent()) {
                stream.get().transferTo(body);
            }
            List<RecordedResponse> answers = ANSWERS.get();
            if (answers != null) {
                answers.add(new RecordedResponse(
                        RecordedResponse.callOf(request.httpRequest()),
                        response.httpResponse().statusCode(),
                        body.toString(StandardCharsets.UTF_8)));
            }
            return HttpExecuteResponse.builder()
                    .response(response.httpResponse())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body.toByteArray())))
                    .build();
        }

        @Override
        public void close() {
            http.close();
        }
    }
}
