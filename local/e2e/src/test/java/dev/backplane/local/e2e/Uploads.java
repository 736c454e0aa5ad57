package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Uploads blobs over HTTP, as a client does. */
final class Uploads {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Uploads() {}

    /** Starts an upload at the path of a blob. */
    static Answer create(Api api, String blob, byte[] content) {
        return api.post(blob + "/uploads", body(content.length, sha256(content)));
    }

    static String body(long size, String sha256) {
        return "{\"size\":%d,\"contentType\":\"image/png\",\"sha256\":\"%s\"}".formatted(size, sha256);
    }

    /** Starts an upload and sends its content; returns the path of the upload. */
    static String sent(Api api, String blob, byte[] content) {
        Answer created = create(api, blob, content);
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(send(created, content).statusCode()).isEqualTo(200);
        return blob + "/uploads/" + created.at("uploadId");
    }

    /** Sends content to the address of an upload. */
    static HttpResponse<String> send(Answer created, byte[] content) {
        return send(created, () -> new ByteArrayInputStream(content), content.length);
    }

    /** Sends a stream with a length to the address of an upload. */
    static HttpResponse<String> send(Answer created, Supplier<InputStream> content, long length) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(created.at("url")))
                .PUT(BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(content), length));
        created.json()
                .at("/headers")
                .properties()
                .forEach(header ->
                        request.header(header.getKey(), header.getValue().asText()));
        return call(() -> CLIENT.send(request.build(), BodyHandlers.ofString()));
    }

    static HttpResponse<byte[]> read(String url) {
        return call(() -> CLIENT.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray()));
    }

    /** Reads a link and returns the size of its content. */
    static long sizeOf(String url) {
        return call(() -> {
            try (InputStream in = CLIENT.send(
                            HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofInputStream())
                    .body()) {
                return in.transferTo(OutputStream.nullOutputStream());
            }
        });
    }

    static String sha256(byte[] content) {
        return HexFormat.of().formatHex(digest().digest(content));
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Call<T> {
        T run() throws IOException, InterruptedException;
    }

    private static <T> T call(Call<T> call) {
        try {
            return call.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
