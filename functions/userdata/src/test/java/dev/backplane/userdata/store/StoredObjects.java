package dev.backplane.userdata.store;

import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadId;
import java.io.ByteArrayInputStream;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network with a bucket, which knows the size and checksum of its objects; others are asked for the rest. */
public final class StoredObjects implements SdkHttpClient {

    static final String BUCKET = "objects";

    private static final String PATH = "/" + BUCKET + "/objects/";

    private final SdkHttpClient others;
    private final Map<String, Found> objects = new ConcurrentHashMap<>();
    private volatile boolean unavailable;

    private record Found(long size, String sha256) {}

    public StoredObjects(SdkHttpClient others) {
        this.others = others;
    }

    /** Sends the content of an upload to its address, as a client does; returns whether there was no object. */
    public boolean send(Upload upload) {
        return send(upload.id(), upload.content().bytes(), upload.content().sha256());
    }

    /** Stores an object with a size and a checksum in hexadecimal. */
    public boolean send(UploadId id, long size, String sha256) {
        String checksum = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(sha256));
        return objects.putIfAbsent(id.value(), new Found(size, checksum)) == null;
    }

    Set<UploadId> ids() {
        return objects.keySet().stream().map(UploadId::new).collect(Collectors.toSet());
    }

    void clear() {
        objects.clear();
    }

    /** Lets S3 be unavailable, or available again. */
    void setUnavailable(boolean now) {
        unavailable = now;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        if (!request.httpRequest().encodedPath().contains(PATH)) {
            return others.prepareRequest(request);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return respond(request.httpRequest());
            }

            @Override
            public void abort() {}
        };
    }

    private HttpExecuteResponse respond(SdkHttpRequest request) {
        String path = request.encodedPath();
        String id = path.substring(path.indexOf(PATH) + PATH.length());
        if (unavailable) {
            return response(SdkHttpResponse.builder().statusCode(403));
        }
        if (request.method() == SdkHttpMethod.DELETE) {
            objects.remove(id);
            return response(SdkHttpResponse.builder().statusCode(204));
        }
        return Optional.ofNullable(objects.get(id))
                .map(found -> response(SdkHttpResponse.builder()
                        .statusCode(200)
                        .putHeader("Content-Length", Long.toString(found.size()))
                        .putHeader("ETag", "\"tag\"")
                        .putHeader("x-amz-checksum-sha256", found.sha256())))
                .orElseGet(() -> response(SdkHttpResponse.builder().statusCode(404)));
    }

    private static HttpExecuteResponse response(SdkHttpResponse.Builder response) {
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(new byte[0])))
                .build();
    }

    @Override
    public void close() {}
}
