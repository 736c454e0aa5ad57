package dev.backplane.local.e2e;

import dev.backplane.local.LocalServer;
import dev.backplane.platform.dynamo.Item;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sfn.SfnClient;

/** What a removal leaves in the tables of the user data service, and its executions. */
final class Removals {

    private static final List<String> TABLES =
            List.of("calculatedBehavior", "apps", "appDataJson", "appDataBlob", "appUsage", "appChanges", "dataJobs");

    private final LocalServer server;

    Removals(LocalServer server) {
        this.server = server;
    }

    /** Returns all rows of the service that contain a word. */
    List<Item> rowsWith(String word) {
        Predicate<Item> has = row -> row.attributes().toString().matches("(?s).*\\b" + word + "\\b.*");
        return TABLES.stream()
                .flatMap(table -> Suite.rows(server, table).stream())
                .filter(has)
                .toList();
    }

    /** Returns the recorded events that contain a word. */
    List<Item> activityWith(String word) {
        return Suite.rows(server, "Activity").stream()
                .filter(row -> row.attributes().toString().contains(word))
                .toList();
    }

    /** Stops the execution of a removal, as an operator might. */
    void stop(String id, int attempt) {
        stop("data-removal", id, attempt);
    }

    void stopExport(String id, int attempt) {
        stop("user-export", id, attempt);
    }

    private void stop(String machine, String id, int attempt) {
        try (SfnClient sfn = SfnClient.builder()
                .httpClient(server.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build()) {
            sfn.stopExecution(stop -> stop.executionArn("arn:aws:states:us-east-1:000000000000:execution:backplane-dev-"
                    + machine + ":" + id + "-" + attempt));
        }
    }

    /** Waits until a removal has a status. */
    static Api.Answer await(Api api, String path, String status) {
        return Suite.await(() -> api.get(path), answer -> status.equals(answer.at("status")));
    }

    static Stream<String> tables() {
        return TABLES.stream();
    }
}
