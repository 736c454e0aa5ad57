package dev.backplane.testing;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * An HTTP client that answers PutEvents calls and records the events.
 *
 * <p>Give it to {@link TestPlatform#over} to test a function that publishes.
 */
public final class RecordingBus implements SdkHttpClient {

    /** A recorded event. */
    public record Event(String bus, String source, String type, String detail) {}

    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final List<Integer> calls = new CopyOnWriteArrayList<>();
    private volatile Predicate<Event> refused = _ -> false;

    /** Returns the recorded events, in order. */
    public List<Event> events() {
        return List.copyOf(events);
    }

    /** Returns the number of entries of each call, in order. */
    public List<Integer> calls() {
        return List.copyOf(calls);
    }

    /** Rejects events from now on. */
    public void refuse(Predicate<Event> which) {
        refused = which;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(request);
            }

            @Override
            public void abort() {}
        };
    }

    private HttpExecuteResponse answer(HttpExecuteRequest request) throws IOException {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("none");
        if (!target.equals("AWSEvents.PutEvents")) {
            throw new AssertionError("unexpected call " + target);
        }
        byte[] answer = putEvents(body(request)).compact().getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(200).build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
                .build();
    }

    private static JsonValue body(HttpExecuteRequest request) throws IOException {
        try (InputStream in = request.contentStreamProvider().orElseThrow().newStream()) {
            return JsonValue.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (JsonSyntaxException e) {
            throw new IOException(e);
        }
    }

    private JsonValue putEvents(JsonValue request) {
        if (!(request instanceof Obj(var members) && members.get("Entries") instanceof Arr(var entries))) {
            throw new AssertionError("not a PutEvents request: " + request.compact());
        }
        calls.add(entries.size());
        List<JsonValue> results = entries.stream().map(this::put).toList();
        return new Obj(Map.of("FailedEntryCount", new Num("0"), "Entries", new Arr(results)));
    }

    private JsonValue put(JsonValue entry) {
        Event event = new Event(
                text(entry, "EventBusName"), text(entry, "Source"), text(entry, "DetailType"), text(entry, "Detail"));
        if (refused.test(event)) {
            return new Obj(Map.of("ErrorCode", new Text("InternalFailure"), "ErrorMessage", new Text("not now")));
        }
        events.add(event);
        return new Obj(Map.of("EventId", new Text("event-" + events.size())));
    }

    private static String text(JsonValue entry, String name) {
        if (entry instanceof Obj(var members) && members.get(name) instanceof Text(String text)) {
            return text;
        }
        throw new AssertionError("no " + name + " in " + entry.compact());
    }

    @Override
    public void close() {}
}
