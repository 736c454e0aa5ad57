package dev.backplane.platform.rehearsal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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

/** Takes the place of AWS: it gets every request as it would go out, signed, and answers from a recording. */
final class RecordedAws implements SdkHttpClient {

    private final List<RecordedAnswer> left;
    private Optional<URI> address = Optional.empty();

    RecordedAws(List<RecordedAnswer> answers) {
        this.left = new ArrayList<>(answers);
    }

    /** Returns the answers that nobody has asked for yet. */
    synchronized List<RecordedAnswer> left() {
        return List.copyOf(left);
    }

    /** Returns where the first signed request would have gone. */
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
                // An answer that is there already cannot be waited for.
            }
        };
    }

    private synchronized HttpExecuteResponse answer(SdkHttpRequest request) {
        if (address.isEmpty() && request.firstMatchingHeader("Authorization").isPresent()) {
            address = Optional.of(URI.create(request.protocol() + "://" + request.host() + ":" + request.port() + "/"));
        }
        RecordedAnswer answer = take(RecordedAnswer.callOf(request));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        CRC32 checksum = new CRC32();
        checksum.update(body);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder()
                        .statusCode(answer.status())
                        .putHeader("x-amzn-RequestId", "rehearsal")
                        // DynamoDB sends one, and the SDK holds what it reads against it.
                        .putHeader("x-amz-crc32", Long.toString(checksum.getValue()))
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                .build();
    }

    // Calls that run side by side may come in any order, so only those of one kind are answered in theirs.
    private RecordedAnswer take(String call) {
        for (int i = 0; i < left.size(); i++) {
            if (left.get(i).call().equals(call)) {
                return left.remove(i);
            }
        }
        throw new IllegalStateException("the recording has no answer left for " + call);
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
        // Holds nothing.
    }
}
