package dev.backplane.platform.rehearsal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/** An HTTP client that receives complete, signed requests and answers them from a recording instead of sending them. */
final class RecordedAws implements SdkHttpClient {

    private final Recording recording;
    private Optional<URI> address = Optional.empty();

    RecordedAws(Recording recording) {
        this.recording = recording;
    }

    /** Returns the address of the first signed request. */
    synchronized Optional<URI> address() {
        return address;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                request.contentStreamProvider().ifPresent(RecordedAws::drain);
                return answer(request.httpRequest());
            }

            @Override
            public void abort() {
                // Responses are immediate, so there is nothing to abort.
            }
        };
    }

    private synchronized HttpExecuteResponse answer(SdkHttpRequest request) {
        if (address.isEmpty() && request.firstMatchingHeader("Authorization").isPresent()) {
            address = Optional.of(URI.create(request.protocol() + "://" + request.host() + ":" + request.port() + "/"));
        }
        String call = RecordedResponse.callOf(request);
        RecordedResponse answer = recording
                .take(call)
                .orElseThrow(() -> new IllegalStateException("The recording has no response left for " + call));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder()
                        .statusCode(answer.status())
                        .putHeader("x-amzn-RequestId", "rehearsal")
                        .putHeader("x-amz-crc32", Long.toString(checksum(body)))
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                .build();
    }

    // DynamoDB sends a checksum of the body, and the SDK verifies it.
    private static long checksum(byte[] body) {
        CRC32 checksum = new CRC32();
        checksum.update(body);
        return checksum.getValue();
    }

    private static void drain(ContentStreamProvider content) {
        try (InputStream in = content.newStream()) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // There is nothing to release.
    }
}
