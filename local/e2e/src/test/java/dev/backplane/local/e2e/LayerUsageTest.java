package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.lambda.LambdaClient;

/** Tests that layers which functions use outlive their expiry, with a clock that the test moves. */
class LayerUsageTest {

    private static final String REGION = "us-east-1";
    private static final String FUNCTION = "backplane-dev-GetLatestBuild";

    private static final int SECONDS = 12;

    private final MovableClock clock = new MovableClock();
    private final String name = LayerRegistry.newPackage();
    private LocalServer server;
    private LayerRegistry layers;
    private LambdaClient lambda;
    private Api api;

    @BeforeEach
    void start() {
        server = Suite.serve(
                LocalCloud.Options.of(Suite.TEMPLATES).withClock(clock).withEdit(LayerUsageTest::deliverAgainSoon));
        layers = new LayerRegistry(server);
        lambda = layers.lambda(REGION);
        api = new Api(server.address(), server.token());
    }

    /** A message is delivered again after its visibility timeout; six minutes are too long for a test. */
    private static void deliverAgainSoon(String stack, ObjectNode template) {
        template.path("Resources").forEach(resource -> {
            ObjectNode properties = (ObjectNode) resource.path("Properties");
            if (properties.path("QueueName").asText().endsWith("layer-deletions")) {
                properties.put("VisibilityTimeout", SECONDS);
            }
            if (properties.path("FunctionName").asText().endsWith("LayerDeleter")) {
                properties.put("Timeout", SECONDS);
            }
        });
    }

    @AfterEach
    void stop() {
        lambda.close();
        server.close();
    }

    /** Makes an alias of a function use a layer, while its unpublished version does not. */
    private void use(String arn) {
        lambda.updateFunctionConfiguration(
                update -> update.functionName(FUNCTION).layers(arn));
        String version =
                lambda.publishVersion(publish -> publish.functionName(FUNCTION)).version();
        lambda.updateFunctionConfiguration(
                update -> update.functionName(FUNCTION).layers(List.of()));
        lambda.createAlias(alias -> alias.functionName(FUNCTION)
                .name("reports")
                .functionVersion("1")
                .routingConfig(routing -> routing.additionalVersionWeights(Map.of(version, 0.1))));
    }

    private void stopUsing() {
        lambda.updateAlias(alias -> alias.functionName(FUNCTION)
                .name("reports")
                .routingConfig(routing -> routing.additionalVersionWeights(Map.of())));
    }

    /** Moves the clock, and gets a new token, because the old one has expired then. */
    private void advance(Duration time) {
        clock.advance(time);
        api = new Api(server.address(), server.token());
        layers = new LayerRegistry(server);
    }

    private Instant expiry() {
        return Instant.parse(layers.version(REGION, name, 1).at("expiresAt"));
    }

    /** Moves the clock to a time before the expiry of version 1. */
    private void advanceToBefore(Duration left) {
        advance(Duration.between(clock.instant(), expiry().minus(left)));
    }

    private List<BusEvent> postponements() {
        return server.cloud().buses().events().stream()
                .filter(event -> event.detailType().equals("LayerExpiryPostponed"))
                .filter(event -> event.detail().path("package").asText().equals(name))
                .toList();
    }

    @Test
    void aVersionThatAnAliasUses_survivesItsExpiry_andGoesSevenDaysAfterItIsNotUsedAnyMore() {
        String arn = layers.registered(REGION, name);
        layers.registered(REGION, name);
        use(arn);
        Instant planned = expiry();

        advanceToBefore(Duration.ofHours(12));
        server.cloud().schedules().fire("LayerExpiry");
        Suite.await(this::expiry, planned.plus(Duration.ofDays(7))::equals);
        BusEvent event =
                Suite.await(this::postponements, found -> found.size() == 1).getFirst();
        assertThat(event.detail().path("arn").asText()).isEqualTo(arn);
        assertThat(event.detail().at("/actor/id").asText()).isEqualTo("LayerExpiry");

        advance(Duration.ofDays(1));
        assertThat(layers.version(REGION, name, 1).at("deployStatus")).isEqualTo("deprecated");
        assertThat(layers.isInLambda(REGION, arn)).isTrue();

        stopUsing();
        advanceToBefore(Duration.ofHours(12));
        server.cloud().schedules().fire("LayerExpiry");
        advance(Duration.ofHours(13));
        layers.awaitDeleted(REGION, name, 1);
        assertThat(layers.isInLambda(REGION, arn)).isFalse();
        assertThat(postponements()).hasSize(1);
    }

    @Test
    void aVersionWhoseRowExpiresWhileItIsUsed_isPutBack() {
        String arn = layers.registered(REGION, name);
        layers.registered(REGION, name);
        use(arn);

        LayerChainTest.expire(server, REGION, name);
        BusEvent event =
                Suite.await(this::postponements, found -> found.size() == 1).getFirst();
        Answer version = layers.version(REGION, name, 1);
        assertThat(version.at("deployStatus")).isEqualTo("deprecated");
        assertThat(version.at("expiresAt"))
                .isEqualTo(event.detail().path("expiresAt").asText());
        assertThat(expiry())
                .isBetween(
                        clock.instant().plus(Duration.ofDays(6)),
                        clock.instant().plus(Duration.ofDays(7)));
        assertThat(layers.isInLambda(REGION, arn)).isTrue();

        stopUsing();
        advance(Duration.ofDays(8));
        layers.awaitDeleted(REGION, name, 1);
        assertThat(layers.isInLambda(REGION, arn)).isFalse();
    }

    @Test
    void whileLambdaCannotBeAsked_nothingIsDeleted() {
        String arn = layers.registered(REGION, name);
        layers.registered(REGION, name);
        use(arn);
        // More than the attempts of one delivery.
        server.cloud()
                .faults()
                .answer(4, call -> call.session().endsWith("LayerDeleter") && call.is("lambda"), "ServiceException");

        LayerChainTest.expire(server, REGION, name);

        Suite.await(this::postponements, found -> found.size() == 1);
        assertThat(layers.isInLambda(REGION, arn)).isTrue();
    }

    @Test
    void aVersionThatACallerDeletes_isDeletedAlthoughItIsUsed() {
        String arn = layers.registered(REGION, name);
        layers.registered(REGION, name);
        use(arn);

        assertThat(api.delete("/layers/" + REGION + "/" + name + "/1").status()).isEqualTo(202);

        layers.awaitDeleted(REGION, name, 1);
        assertThat(layers.isInLambda(REGION, arn)).isFalse();
    }

    @Test
    void theInventory_listsTheFunctionsOfALayer() {
        String arn = layers.registered(REGION, name);
        use(arn);
        String usage = "/layers/" + REGION + "/" + name + "/1/usage";
        assertThat(api.get(usage).json().get("inventoriedAt").isNull()).isTrue();

        server.cloud().schedules().fire("LayerInventory");
        JsonNode found = Suite.await(() -> api.get(usage).json(), page -> page.hasNonNull("inventoriedAt"));

        assertThat(found.path("items")).hasSize(1);
        assertThat(found.at("/items/0/functionName").asText()).isEqualTo(FUNCTION);
        assertThat(found.at("/items/0/version").asText()).isEqualTo("2");
        assertThat(found.at("/items/0/aliases/0").asText()).isEqualTo("reports");
        assertThat(api.get("/layers/" + REGION + "/" + name + "/9/usage").code())
                .isEqualTo("LAYER_NOT_FOUND");
        assertThat(server.cloud().buses().events())
                .noneMatch(event -> event.detail().path("pk_type").asText().startsWith("use"));
    }
}
