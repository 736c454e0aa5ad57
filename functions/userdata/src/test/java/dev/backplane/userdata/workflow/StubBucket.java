package dev.backplane.userdata.workflow;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network with a bucket in memory that objects can be put into and deleted from; other calls go to the engine. */
public final class StubBucket implements SdkHttpClient {

    private static final String EXPORTS = "/exports/";

    private final SdkHttpClient others;
    private final Map<String, byte[]> objects = new ConcurrentSkipListMap<>();

    public StubBucket(SdkHttpClient others) {
        this.others = others;
    }

    /** Returns the objects by key. */
    public Map<String, byte[]> objects() {
        return new TreeMap<>(objects);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String path = request.httpRequest().encodedPath();
        int start = path.indexOf(EXPORTS);
        if (start < 0) {
            return others.prepareRequest(request);
        }
        String key = path.substring(start + 1);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                switch (request.httpRequest().method()) {
                    case PUT -> objects.put(key, body(request));
                    case DELETE -> objects.remove(key);
                    default -> throw new IllegalArgumentException("not a call of exports");
                }
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder().statusCode(200).build())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(new byte[0])))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    private static byte[] body(HttpExecuteRequest request) {
        try (var stream = request.contentStreamProvider().orElseThrow().newStream()) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        others.close();
    }
}
