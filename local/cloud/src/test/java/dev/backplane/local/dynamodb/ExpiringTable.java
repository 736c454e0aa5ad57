package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.testing.Assembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A table with TTL on a real engine, at a fixed time. */
final class ExpiringTable implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");
    static final long EXPIRED = NOW.getEpochSecond() - 1;

    private final DynamoDbEngine engine = DynamoDbEngine.inMemory();
    private final EngineHttpClient http = new EngineHttpClient();
    private final Engine dynamo = new Engine(http, engine.endpoint(), "DynamoDB_20120810");
    private final Tables tables;
    private final TimeToLive table;
    private final Path notes;
    private ExpiryLedger ledger;

    ExpiringTable(Path folder) {
        CloudTemplates templates = templates(folder);
        tables = Tables.create(dynamo, templates);
        table = TimeToLive.in(templates).getFirst();
        notes = folder.resolve("notes");
        ledger = ExpiryLedger.in(Optional.of(notes));
    }

    ExpiredItems sweeper() {
        return new ExpiredItems(table, dynamo, () -> NOW);
    }

    RecordedExpiry recorded() {
        return new RecordedExpiry(ledger, notes(), tail());
    }

    ExpiryLedger ledger() {
        return ledger;
    }

    ExpiredRecords notes() {
        return ledger.of(table.streamArn().orElseThrow());
    }

    StreamTail tail() {
        Engine streams = new Engine(http, engine.endpoint(), "DynamoDBStreams_20120810");
        return StreamTail.of(streams, tables, table.streamArn().orElseThrow(), ledger);
    }

    /** Discards everything that is not stored in a file. */
    void restart() {
        ledger = ExpiryLedger.in(Optional.of(notes));
    }

    /** Returns all removals in the stream, each with who made it. */
    List<String> removals() {
        return tail().removals().stream()
                .map(removal -> removal.keys().at("/pk/S").asText()
                        + (notes().isExpiry(removal.sequenceNumber()) ? ": ttl" : ": user"))
                .toList();
    }

    List<String> keys() {
        return dynamo.call("Scan", request())
                .path("Items")
                .valueStream()
                .map(item -> item.at("/pk/S").asText())
                .toList();
    }

    void put(String key, Object expiry) {
        putItem("{'pk': {'S': '" + key + "'}, 'sk': {'S': 's'}, 'exDt': {'N': '" + expiry + "'}}");
    }

    void putItem(String item) {
        dynamo.call("PutItem", request().set("Item", json(item)));
    }

    /** Removes an item as a user does; returns whether it existed. */
    boolean delete(String key) {
        JsonNode request = request().put("ReturnValues", "ALL_OLD").set("Key", key(key));
        return dynamo.call("DeleteItem", request).has("Attributes");
    }

    static JsonNode key(String key) {
        return json("{'pk': {'S': '" + key + "'}, 'sk': {'S': 's'}}");
    }

    private ObjectNode request() {
        return JsonNodeFactory.instance.objectNode().put("TableName", table.table());
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static CloudTemplates templates(Path folder) {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Table:
                            Type: AWS::DynamoDB::Table
                            Properties:
                              TableName: Things
                              BillingMode: PAY_PER_REQUEST
                              KeySchema: [{AttributeName: pk, KeyType: HASH}, {AttributeName: sk, KeyType: RANGE}]
                              AttributeDefinitions:
                                - {AttributeName: pk, AttributeType: S}
                                - {AttributeName: sk, AttributeType: S}
                                - {AttributeName: rgn, AttributeType: S}
                              GlobalSecondaryIndexes:
                                - IndexName: region
                                  KeySchema: [{AttributeName: rgn, KeyType: HASH}]
                                  Projection: {ProjectionType: ALL}
                              StreamSpecification: {StreamViewType: NEW_AND_OLD_IMAGES}
                              TimeToLiveSpecification: {AttributeName: exDt, Enabled: true}
                        """);
        return CloudTemplates.read(folder, new ResourceKinds().register(List.of(TableKind.kind())), TemplateEdit.NONE);
    }

    @Override
    public void close() {
        http.close();
        engine.close();
    }
}
