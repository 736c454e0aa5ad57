package dev.backplane.platform.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.bench.warm.SampleEvent;
import dev.backplane.platform.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Events, replies and cursors: by our code, by Jackson, and as the runtime does it for handlers that take its types. */
@State(Scope.Benchmark)
public class HttpCodecs {

    private static final String BINDING = "ListAliases\nshop-2026-01-05";
    private static final String POSITION = "2026-01-05T00:00:00.000Z#R#com.example.www#/docs";
    private static final String BODY = "{\"alias\":\"www.example.com/docs\",\"deploymentId\":\"shop-2026-01-05\"}";

    private final byte[] event = SampleEvent.of("CreateLease").bytes();
    private final Map<String, String> headers = new TreeMap<>(Map.of(
            "cache-control", "private, max-age=10",
            "content-type", "application/json",
            "etag", "\"5f1c-2\""));
    private final HttpReply reply = new HttpReply(200, headers, BODY, false);
    private final APIGatewayV2HTTPResponse replyOfRuntime = APIGatewayV2HTTPResponse.builder()
            .withStatusCode(200)
            .withHeaders(headers)
            .withBody(BODY)
            .build();
    private final ObjectMapper jackson =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    private final PojoSerializer<APIGatewayV2HTTPEvent> runtimeEvents =
            LambdaEventSerializers.serializerFor(APIGatewayV2HTTPEvent.class, HttpCodecs.class.getClassLoader());
    private final PojoSerializer<APIGatewayV2HTTPResponse> runtimeReplies =
            LambdaEventSerializers.serializerFor(APIGatewayV2HTTPResponse.class, HttpCodecs.class.getClassLoader());

    /** Reads what functions use of an event. */
    @Benchmark
    public Object eventOurs() {
        return Json.read(HttpEvent.class, event);
    }

    /** Reads the same record. */
    @Benchmark
    public Object eventJackson() throws IOException {
        return jackson.readValue(event, HttpEvent.class);
    }

    /** Reads the whole event into the types of aws-lambda-java-events. */
    @Benchmark
    public Object eventRuntime() {
        return runtimeEvents.fromJson(new ByteArrayInputStream(event));
    }

    /** Writes a reply to bytes. */
    @Benchmark
    public Object replyOurs() {
        return Json.writeBytes(reply);
    }

    /** Writes the same record. */
    @Benchmark
    public Object replyJackson() throws IOException {
        return jackson.writeValueAsBytes(reply);
    }

    /** Writes a reply of aws-lambda-java-events. */
    @Benchmark
    public Object replyRuntime() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        runtimeReplies.toJson(replyOfRuntime, out);
        return out;
    }

    /** Writes a cursor and reads it. */
    @Benchmark
    public Object cursorOurs() {
        return Cursor.open(Cursor.seal(POSITION, BINDING), BINDING);
    }
}
