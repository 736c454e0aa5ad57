package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.local.lambda.LayerFault;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Tests the chain from a removed row over stream, bus, rule and queue to Lambda and back to the table. */
class LayerChainTest {

    private static final int SECONDS = 3;

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private LayerRegistry layers;
    private String name;

    @BeforeEach
    void open() {
        layers = new LayerRegistry(SUITE.server());
        name = LayerRegistry.newPackage();
    }

    @Test
    void aVersionThatIsDeleted_disappearsFromLambdaAndLeavesARecord() {
        String first = layers.registered("eu-west-1", name);
        String second = layers.registered("eu-west-1", name);

        assertThat(SUITE.api().delete("/layers/eu-west-1/" + name + "/1").status())
                .isEqualTo(202);

        Answer record = layers.awaitDeleted("eu-west-1", name, 1);
        assertThat(record.json().hasNonNull("deletedAt")).isTrue();
        assertThat(record.json().has("expiresAt")).isFalse();
        assertThat(layers.isInLambda("eu-west-1", first)).isFalse();
        assertThat(layers.isInLambda("eu-west-1", second)).isTrue();
        assertThat(removal("lyr#eu-west-1." + name).detail().path("deletedBy").asText())
                .isEqualTo("user");
        Suite.await(() -> types(name), types -> types.contains("LayerDeleted"));
        assertThat(types(name)).contains("LayerRegistered", "LayerDeprecated", "LayerDeleted");
    }

    @Test
    void aVersionThatExpires_goesTheSameWay() {
        String first = layers.registered("us-east-1", name);
        layers.registered("us-east-1", name);
        Answer deprecated = layers.version("us-east-1", name, 1);
        assertThat(deprecated.at("deployStatus")).isEqualTo("deprecated");
        assertThat(Instant.parse(deprecated.at("expiresAt"))).isAfter(Instant.now());

        expire(SUITE.server(), "us-east-1", name);

        layers.awaitDeleted("us-east-1", name, 1);
        assertThat(layers.isInLambda("us-east-1", first)).isFalse();
        assertThat(removal("lyr#us-east-1." + name).detail().path("deletedBy").asText())
                .isEqualTo("ttl");
    }

    @Test
    void aLayerThatLambdaRefusesToDelete_endsInTheDeadLetters_andIsDeletedOnceItMayBe() {
        // A message is delivered again after its visibility timeout; three minutes are too long for a test.
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES).withEdit(impatient());
        try (LocalServer server = Suite.serve(options)) {
            LayerRegistry own = new LayerRegistry(server);
            String arn = own.registered("us-east-1", name);
            own.registered("us-east-1", name);
            server.cloud().layers().refuse(arn, LayerFault.ACCESS_DENIED);
            new Api(server.address(), server.token()).delete("/layers/us-east-1/" + name + "/1");

            try (SqsClient sqs = sqs(server)) {
                String dead = queue(sqs, "layer-deletions-dead-letters");
                Suite.await(() -> waiting(sqs, dead), count -> count == 1);
                assertThat(server.cloud().buses().events())
                        .filteredOn(event -> event.detailType().equals("LayerDeleteFailed"))
                        .singleElement()
                        .satisfies(event -> assertThat(
                                        event.detail().path("reason").asText())
                                .isEqualTo("AccessDeniedException"));
                Answer failed = own.version("us-east-1", name, 1);
                assertThat(failed.at("deployStatus")).isEqualTo("delete_failed");
                assertThat(failed.at("deleteFailedReason")).isEqualTo("AccessDeniedException");
                assertThat(own.register("us-east-1", name, arn).code()).isEqualTo("DELETE_FAILED");
                assertThat(own.isInLambda("us-east-1", arn)).isTrue();

                server.cloud().layers().permit(arn);
                String alive = queue(sqs, "layer-deletions");
                sqs.startMessageMoveTask(request -> request.sourceArn(arn(dead)).destinationArn(arn(alive)));
                own.awaitDeleted("us-east-1", name, 1);
                assertThat(own.isInLambda("us-east-1", arn)).isFalse();
            }
        }
    }

    @Test
    void aLayerThatLambdaRefusedToDelete_isDeletedWhenThatIsAskedForAgain() {
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES).withEdit(impatient());
        try (LocalServer server = Suite.serve(options)) {
            LayerRegistry own = new LayerRegistry(server);
            Api api = new Api(server.address(), server.token());
            String arn = own.registered("us-east-1", name);
            own.registered("us-east-1", name);
            server.cloud().layers().refuse(arn, LayerFault.ACCESS_DENIED);
            api.delete("/layers/us-east-1/" + name + "/1");
            Suite.await(
                    () -> own.version("us-east-1", name, 1),
                    answer ->
                            answer.status() == 200 && answer.at("deployStatus").equals("delete_failed"));

            server.cloud().layers().permit(arn);
            assertThat(api.delete("/layers/us-east-1/" + name + "/1").status()).isEqualTo(202);
            own.awaitDeleted("us-east-1", name, 1);
            assertThat(own.isInLambda("us-east-1", arn)).isFalse();
            assertThat(own.register("us-east-1", name, arn).at("deployStatus")).isEqualTo("deleted");
        }
    }

    /** Shortens the visibility timeout, and with it the function's timeout. */
    static TemplateEdit impatient() {
        return (_, template) -> template.path("Resources").forEach(resource -> {
            ObjectNode properties = (ObjectNode) resource.path("Properties");
            if (properties.path("QueueName").asText().endsWith("layer-deletions")) {
                properties.put("VisibilityTimeout", SECONDS);
            }
            if (properties.path("FunctionName").asText().endsWith("LayerDeleter")) {
                properties.put("Timeout", SECONDS);
            }
            if (properties.has("StartingPosition")) {
                properties.put("MaximumRetryAttempts", GivenUp.RETRIES);
            }
        });
    }

    /** Moves the expiry of the first version into the past. */
    static void expire(LocalServer server, String region, String name) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.updateItem(update -> update.tableName(Suite.table(server, "LayerTable"))
                    .key(Map.of(
                            "pk", AttributeValue.fromS("lyr#" + region + "." + name),
                            "sk", AttributeValue.fromS("lyrVrsn#v1")))
                    .updateExpression("SET exDt = :past")
                    .expressionAttributeValues(Map.of(
                            ":past",
                            AttributeValue.fromN(
                                    Long.toString(Instant.now().minusSeconds(2).getEpochSecond())))));
        }
    }

    private static BusEvent removal(String partition) {
        return SUITE.server().cloud().buses().events().stream()
                .filter(event -> event.detailType().equals("REMOVE"))
                .filter(event ->
                        event.detail().at("/record/dynamodb/Keys/pk/S").asText().equals(partition))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> types(String name) {
        return SUITE.server().cloud().buses().events().stream()
                .filter(event -> event.source().equals("backplane.layers"))
                .filter(event -> event.detail().path("package").asText().equals(name))
                .map(BusEvent::detailType)
                .toList();
    }

    private static SqsClient sqs(LocalServer server) {
        return SqsClient.builder()
                .httpClient(server.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
    }

    private static String queue(SqsClient sqs, String part) {
        return sqs.listQueues().queueUrls().stream()
                .filter(url -> url.endsWith(part))
                .findFirst()
                .orElseThrow();
    }

    private static String arn(String queueUrl) {
        return "arn:aws:sqs:us-east-1:000000000000:" + queueUrl.substring(queueUrl.lastIndexOf('/') + 1);
    }

    private static int waiting(SqsClient sqs, String url) {
        return Integer.parseInt(sqs.getQueueAttributes(request ->
                        request.queueUrl(url).attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
                .attributes()
                .getOrDefault(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "0"));
    }
}
