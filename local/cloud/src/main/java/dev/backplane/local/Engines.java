package dev.backplane.local;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.engines.QueueEngine;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The embedded engines, started concurrently. */
final class Engines implements AutoCloseable {

    private final CompletableFuture<DynamoDbEngine> dynamo;
    private final CompletableFuture<QueueEngine> queues;
    private final EngineHttpClient http = new EngineHttpClient();

    private final boolean keepsData;

    private Engines(
            CompletableFuture<DynamoDbEngine> dynamo, CompletableFuture<QueueEngine> queues, boolean keepsData) {
        this.keepsData = keepsData;
        this.dynamo = dynamo;
        this.queues = queues;
    }

    /** Starts the engines in the background; accessors wait for them. */
    static Engines start(Optional<DataFolder> data) {
        return new Engines(
                CompletableFuture.supplyAsync(() -> data.map(DataFolder::tables)
                        .map(DynamoDbEngine::inFolder)
                        .orElseGet(DynamoDbEngine::inMemory)),
                CompletableFuture.supplyAsync(() -> data.map(DataFolder::queues)
                        .map(folder -> QueueEngine.inFolder(Account.REGION, Account.ID, folder))
                        .orElseGet(() -> QueueEngine.inMemory(Account.REGION, Account.ID))),
                data.isPresent());
    }

    URI dynamoEndpoint() {
        return await(dynamo).endpoint();
    }

    URI queueEndpoint() {
        return await(queues).endpoint();
    }

    Engine dynamo() {
        Engine engine = new Engine(http, dynamoEndpoint(), "DynamoDB_20120810");
        return keepsData ? engine.awaitingCommits() : engine;
    }

    Engine streams() {
        return new Engine(http, dynamoEndpoint(), "DynamoDBStreams_20120810");
    }

    Engine queues() {
        return new Engine(http, queueEndpoint(), "AmazonSQS");
    }

    private static <T> T await(CompletableFuture<T> engine) {
        try {
            return engine.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    @Override
    public void close() {
        CompletableFuture<Void> both = CompletableFuture.allOf(
                dynamo.thenAccept(DynamoDbEngine::close), queues.thenAccept(QueueEngine::close));
        // A failed start was reported already.
        both.exceptionally(failure -> null).join();
        http.close();
    }
}
