package dev.backplane.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends calls and reads their responses. */
record Transport(HttpClient http, URI address, Supplier<String> token, Retries retries) {

    /**
     * Sends a call.
     *
     * @param bodies the type of the body for each status of success
     */
    <T> Response<T> send(Call call, Map<Integer, Class<?>> bodies) {
        HttpResponse<byte[]> response = exchange(call);
        int status = response.statusCode();
        Class<?> type = bodies.get(status);
        if (type == null) {
            throw failure(call, response);
        }
        return new Response<>(status, response.headers(), body(response.body(), type));
    }

    // The type of an operation covers the types for each status.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> @Nullable T body(byte[] bytes, Class<?> type) {
        if (type == Void.class) {
            return null;
        }
        return (T) (type == byte[].class ? bytes : Json.read(bytes, type));
    }

    private HttpResponse<byte[]> exchange(Call call) {
        try {
            for (int attempt = 1; ; attempt++) {
                Optional<Duration> wait;
                try {
                    HttpResponse<byte[]> response =
                            http.send(call.request(address, token.get()), BodyHandlers.ofByteArray());
                    wait = retries.waitAfter(call, response, attempt);
                    if (wait.isEmpty()) {
                        return response;
                    }
                } catch (IOException e) {
                    wait = retries.waitAfterFailure(call, attempt);
                    if (wait.isEmpty()) {
                        throw new UncheckedIOException("No response to " + call, e);
                    }
                }
                Retries.await(wait.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + call, e);
        }
    }

    private static BackplaneException failure(Call call, HttpResponse<byte[]> response) {
        JsonNode json = Json.readLeniently(response.body());
        Optional<Problem> problem = json != null && json.has("code") ? Optional.of(Problem.of(json)) : Optional.empty();
        String detail = problem.map(present -> present.code() + ": " + present.detail())
                .orElseGet(() -> json == null ? "" : json.path("message").asText());
        String message = call + " failed with " + response.statusCode() + " " + detail;
        return new BackplaneException(response.statusCode(), response.headers(), problem, message.strip());
    }
}
