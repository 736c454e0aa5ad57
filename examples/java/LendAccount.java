import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Lends an account of the pool to a person for an hour, and prints the lease.
 *
 * <p>Usage: {@code java examples/java/LendAccount.java bill@example.com}
 */
class LendAccount {

    private static final int ATTEMPTS = 4;

    void main(String[] words) throws IOException, InterruptedException {
        String user = words.length == 0 ? "bill@example.com" : words[0];
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("BACKPLANE_URL") + "/pool/leases"))
                .header("authorization", "Bearer " + System.getenv("BACKPLANE_TOKEN"))
                .header("content-type", "application/json")
                // With the same key, a repeated request returns the same lease.
                .header("idempotency-key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString("{\"userId\": \"" + user + "\", \"durationMinutes\": 60}"))
                .build();
        HttpResponse<String> response = send(request);
        if (response.statusCode() / 100 == 2) {
            IO.println(response.body());
            return;
        }
        // A problem has a stable code; its text may change.
        String advice = switch (member(response.body(), "code")) {
            case "USER_HAS_LEASE" -> user + " has the lease " + member(response.body(), "leaseId") + " already.";
            case "NO_ACCOUNT_AVAILABLE" -> "No account is available. Add one: ./backplane pool seed 10";
            default -> response.body();
        };
        System.err.println(advice);
        System.exit(1);
    }

    /** Repeats a request that was refused because of too much load, after the time in the response. */
    private static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            for (int attempt = 1; attempt < ATTEMPTS && isBusy(response); attempt++) {
                Thread.sleep(Duration.ofSeconds(
                        response.headers().firstValueAsLong("retry-after").orElse(1)));
                response = client.send(request, BodyHandlers.ofString());
            }
            return response;
        }
    }

    private static boolean isBusy(HttpResponse<String> response) {
        return response.statusCode() == 429 || response.statusCode() == 503;
    }

    /** Returns a text of the object; a program with a JSON library would use that. */
    private static String member(String json, String name) {
        return Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]*)\"")
                .matcher(json)
                .results()
                .findFirst()
                .map(match -> match.group(1))
                .orElse("");
    }
}
