package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.lambda.LayerFault;
import dev.backplane.local.sqs.Queues;
import dev.backplane.platform.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.lambda.LambdaClient;

/** Uses every operation of the layers service, so that every grant of its functions is needed. */
final class LayersExercise {

    private static final String REGION = "us-east-1";
    private static final String QUEUE = "backplane-dev-layer-deletions";

    private final LocalServer server;
    private final Api api;
    private final LayerRegistry registry;
    private final String name = LayerRegistry.newPackage();
    private final String layer = "/layers/" + REGION + "/" + name;

    LayersExercise(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
        this.registry = new LayerRegistry(server);
    }

    void doEverything() {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            giveUp(dynamo, Suite.table(server, "LayerTable"));
        }
        String first = registry.registered(REGION, name);
        String second = registry.registered(REGION, name);
        for (int version = 3; version <= 7; version++) {
            registry.registered(REGION, name);
        }
        registry.register(REGION, name, first);
        server.cloud().schedules().fire("LayerInventory");
        publishEverywhere();
        readEverything();
        useALayer();
        holdAndRelease();
        repairParameters();
        // A deprecated version, a latest one with an older successor, one that Lambda refuses to delete, and a latest
        // one that is deleted by hand.
        delete(1);
        delete(6);
        assertThat(api.delete(layer + "/7?promotePrevious=true").status()).isEqualTo(202);
        promoteFromFarBelow();
        server.cloud().layers().refuse(second, LayerFault.ACCESS_DENIED);
        delete(2);
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            String table = Suite.table(server, "LayerTable");
            dynamo.deleteItem(request -> request.tableName(table).key(key("lyrVrsn#v5")));
        }
    }

    /** Has a function use a layer when it is about to expire, and again when its row has expired. */
    private void useALayer() {
        String used = LayerRegistry.newPackage();
        String arn = registry.registered(REGION, used);
        registry.registered(REGION, used);
        try (LambdaClient lambda = registry.lambda(REGION)) {
            String function = "backplane-dev-GetBuild";
            lambda.updateFunctionConfiguration(
                    update -> update.functionName(function).layers(arn));
            LayerChainTest.expire(server, REGION, used);
            Suite.await(
                    () -> api.get("/layers/" + REGION + "/" + used + "/1"),
                    version -> version.text().contains("\"expired\":false"));
            lambda.publishVersion(publish -> publish.functionName(function));
            lambda.updateFunctionConfiguration(
                    update -> update.functionName(function).layers(List.of()));
        }
        String path = "/layers/" + REGION + "/" + used + "/1";
        server.cloud().schedules().fire("LayerInventory");
        Suite.await(() -> api.get(path + "/usage"), usage -> usage.text().contains("GetBuild"));
        dueAt(used, Instant.now().minusSeconds(60));
        server.cloud().schedules().fire("LayerExpiry");
        Suite.await(() -> lastStep(used), "1"::equals);
        LayerChainTest.expire(server, REGION, used);
        registry.awaitDeleted(REGION, used, 1);
    }

    private String lastStep(String used) {
        return Suite.rows(server, "LayerTable").stream()
                .filter(row -> row.text("pk").equals("lyr#" + REGION + "." + used))
                .filter(row -> row.text("sk").equals("lyrVrsn#v1"))
                .flatMap(row -> row.findNumber("exWrn").stream())
                .map(String::valueOf)
                .findFirst()
                .orElse("");
    }

    /** Lets version 1 be about to expire, so that its usage must be checked. */
    private void dueAt(String used, Instant time) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.updateItem(update -> update.tableName(Suite.table(server, "LayerTable"))
                    .key(Map.of(
                            "pk", AttributeValue.fromS("lyr#" + REGION + "." + used),
                            "sk", AttributeValue.fromS("lyrVrsn#v1")))
                    .updateExpression("SET exDt = :end, exWrn = :last, duDt = :due")
                    .expressionAttributeValues(Map.of(
                            ":end",
                            AttributeValue.fromN(
                                    Long.toString(time.plus(Duration.ofDays(1)).getEpochSecond())),
                            ":last",
                            AttributeValue.fromN("7"),
                            ":due",
                            AttributeValue.fromS(Times.format(time)))));
        }
    }

    /** Holds versions, changes an expiry, and lets a sweep end a hold. */
    private void holdAndRelease() {
        String soon = Times.format(Instant.now().plusSeconds(20));
        assertThat(api.put(layer + "/3/hold", "{\"until\":\"" + soon + "\"}").status())
                .isEqualTo(200);
        assertThat(api.put(layer + "/4/hold", "{}").status()).isEqualTo(200);
        assertThat(api.delete(layer + "/4/hold").status()).isEqualTo(200);
        String later = Times.format(Instant.now().plus(Duration.ofDays(90)));
        assertThat(api.send("PATCH", layer + "/4", "{\"expiresAt\":\"" + later + "\"}")
                        .status())
                .isEqualTo(200);
        Suite.await(
                () -> {
                    server.cloud().schedules().fire("LayerExpiry");
                    return server.cloud().buses().events();
                },
                events -> events.stream()
                        .filter(event -> event.detailType().equals("LayerReleased"))
                        .anyMatch(event -> event.detail().path("layerVersion").asInt() == 3));
    }

    /** Publishes in a region that succeeds and in one that fails for good, whose version must be found and deleted. */
    private void publishEverywhere() {
        Publications publications = new Publications(server);
        String published = LayerRegistry.newPackage();
        String failing = "eu-west-1";
        server.cloud()
                .faults()
                .answer(
                        1000,
                        call -> call.region().equals(failing) && call.is("lambda", "AddLayerVersionPermission"),
                        "InvalidParameterValueException");
        Api.Answer created = publications.create(published, REGION, failing);
        String id = created.at("publicationId");
        assertThat(publications.start(id).code()).isEqualTo("NOT_UPLOADED");
        publications.upload(created, Publications.ZIP);
        assertThat(publications.start(id).status()).isEqualTo(202);
        publications.get(id);
        assertThat(publications.awaitEnd(id).at("status")).isEqualTo("partial");
        Api keyed = api.with("idempotency-key", published);
        String again = Publications.body(published, List.of(REGION));
        assertThat(keyed.post("/publications", again).status()).isEqualTo(201);
        assertThat(keyed.post("/publications", again).status()).isEqualTo(200);
        server.cloud().faults().clear();
    }

    /** Deletes enough versions below the latest that only the index finds the remaining one. */
    private void promoteFromFarBelow() {
        String far = LayerRegistry.newPackage();
        for (int version = 1; version <= 13; version++) {
            registry.registered(REGION, far);
        }
        String versions = "/layers/" + REGION + "/" + far + "/";
        for (int version = 2; version <= 12; version++) {
            assertThat(api.delete(versions + version).status()).isEqualTo(202);
        }
        Suite.await(() -> api.delete(versions + "13?promotePrevious=true"), answer -> answer.status() == 202);
    }

    private void readEverything() {
        String build = "{\"packageVersion\":\"1\",\"requirementsTxt\":\"a==1\\n\"}";
        String hash = api.post("/builds/" + name, build).at("requirementsHash");
        assertThat(Stream.of(
                        "/layers/latest/" + REGION,
                        "/layers/latest/" + REGION + "/" + name,
                        "/layers/" + REGION,
                        layer,
                        layer + "/1",
                        layer + "/1/usage",
                        "/packages/" + name + "/latest",
                        "/packages/" + name + "/coverage",
                        "/builds/latest",
                        "/builds/latest/" + name,
                        "/builds/" + name,
                        "/builds/" + name + "/1",
                        "/requirements/" + hash))
                .allSatisfy(path -> assertThat(api.get(path).status()).isEqualTo(200));
    }

    /** Has the verification read, write and delete parameters. */
    private void repairParameters() {
        LayerParameters parameters = new LayerParameters(server);
        parameters.await(REGION, LayerParameters.latest(name));
        parameters.delete(LayerParameters.latest(name));
        parameters.put(LayerParameters.latest("no-package"), "arn");
        Answer answer = api.post("/layers/verify", "{\"repair\":true}");
        while (answer.json().path("next").isTextual()) {
            answer = api.post("/layers/verify?cursor=" + answer.at("next"), "{\"repair\":true}");
        }
        parameters.await(REGION, LayerParameters.latest(name));
    }

    private void delete(int version) {
        assertThat(api.delete(layer + "/" + version).status()).isEqualTo(202);
    }

    /** Makes the mappings discard one record of each function that reads the table's stream. */
    private void giveUp(DynamoDbClient dynamo, String table) {
        GivenUp.next(
                server,
                () -> dynamo.putItem(request -> request.tableName(table).item(key("lyrVrsn#vX"))),
                "LayerPointers",
                "LayerStream",
                "StreamForwarder");
    }

    private Map<String, AttributeValue> key(String sort) {
        return Map.of("pk", AttributeValue.fromS("lyr#" + REGION + "." + name), "sk", AttributeValue.fromS(sort));
    }

    /** Deletes the queue, so that the rule must use its dead-letter queue. */
    void loseTheQueue() {
        try (EngineHttpClient http = new EngineHttpClient()) {
            new Engine(http, server.cloud().queueEndpoint(), "AmazonSQS")
                    .call("DeleteQueue", JsonNodeFactory.instance.objectNode().put("QueueUrl", Queues.url(QUEUE)));
        }
        delete(3);
    }
}
