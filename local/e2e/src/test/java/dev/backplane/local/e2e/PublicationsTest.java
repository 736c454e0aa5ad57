package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.FaultInjection.Call;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.stepfunctions.TimeScale;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sfn.SfnClient;

/** Publications from the upload to the registry, also when Lambda or the suite's own functions fail. */
class PublicationsTest {

    private static final String[] SIX = {
        "ap-southeast-2", "eu-central-1", "eu-west-1", "us-east-1", "us-west-2", "sa-east-1"
    };

    private static LocalServer server;

    private Publications publications;
    private Api api;
    private String name;

    @BeforeAll
    static void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withSpeed(new TimeScale(200)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        publications = new Publications(server);
        api = new Api(server.address(), server.token());
        name = LayerRegistry.newPackage();
    }

    @AfterEach
    void clear() {
        server.cloud().faults().clear();
    }

    private static Predicate<Call> publisher(String service, String... actions) {
        return publisher().and(call -> call.is(service, actions));
    }

    private static Predicate<Call> publisher() {
        return call -> call.session().endsWith("LayerPublisher");
    }

    private static Predicate<Call> publisherIn(String region, String action) {
        return publisher("lambda", action).and(call -> call.region().equals(region));
    }

    @Test
    void sixRegions_oneFailingTwice_andOneForGood_areReportedOneByOne() {
        server.cloud()
                .faults()
                .answer(2, publisherIn("eu-central-1", "PublishLayerVersion"), "TooManyRequestsException");
        server.cloud()
                .faults()
                .answer(1000, publisherIn("sa-east-1", "AddLayerVersionPermission"), "AccessDeniedException");

        Answer end = publications.published(name, SIX);

        assertThat(end.at("status")).isEqualTo("partial");
        assertThat(Publications.states(end))
                .containsEntry("sa-east-1", "failed")
                .hasSize(6)
                .containsValue("succeeded");
        assertThat(Publications.states(end).values().stream().filter("succeeded"::equals))
                .hasSize(5);
        JsonNode failed = Publications.region(end, "sa-east-1");
        assertThat(failed.path("reason").asText()).isEqualTo("AccessDeniedException");
        assertThat(failed.has("arn")).isFalse();
        JsonNode succeeded = Publications.region(end, "eu-central-1");
        assertThat(succeeded.path("layerVersion").asInt()).isEqualTo(1);
        Answer latest = api.get("/layers/latest/eu-central-1/" + name);
        assertThat(latest.at("arn")).isEqualTo(succeeded.path("arn").asText());
        assertThat(latest.json().path("compatibleRuntimes").get(0).asText()).isEqualTo("python3.13");
        publications.assertNothingOrphaned(name, SIX);
        assertThat(server.cloud().layers().versionArns("sa-east-1")).noneMatch(arn -> arn.contains(name));
    }

    @Test
    void throttlingThatNeverEnds_failsTheRegionWithAwsOwnCode() {
        server.cloud()
                .faults()
                .answer(1000, publisherIn("eu-west-1", "PublishLayerVersion"), "TooManyRequestsException");

        Answer end = publications.published(name, "eu-west-1");

        assertThat(end.at("status")).isEqualTo("failed");
        assertThat(Publications.region(end, "eu-west-1").path("reason").asText())
                .isEqualTo("TooManyRequestsException");
        publications.assertNothingOrphaned(name, "eu-west-1");
    }

    @Test
    void functionKilledAfterAnyCall_isRetried_andNothingIsOrphaned() {
        new KilledCalls(server.cloud().faults(), publisher())
                .killAfterEach(
                        List.of(
                                "GetObject",
                                "PublishLayerVersion",
                                "UpdateItem",
                                "AddLayerVersionPermission",
                                "TransactWriteItems"),
                        () -> {
                            String layer = LayerRegistry.newPackage();
                            Answer end = publications.published(layer, "us-west-2");
                            assertThat(end.at("status")).isEqualTo("succeeded");
                            publications.assertNothingOrphaned(layer, "us-west-2");
                            assertThat(versionsOf(layer)).hasSize(1);
                        });
    }

    /** The same while a region fails for good. */
    @Test
    void functionKilledWhileItCleansUp_isRetried_andNothingIsOrphaned() {
        new KilledCalls(server.cloud().faults(), publisher())
                .killAfterEach(List.of("ListLayerVersions", "DeleteLayerVersion"), () -> {
                    String layer = LayerRegistry.newPackage();
                    server.cloud()
                            .faults()
                            .answer(
                                    1000,
                                    publisherIn("us-west-2", "AddLayerVersionPermission"),
                                    "AccessDeniedException");
                    Answer end = publications.published(layer, "us-west-2");
                    assertThat(end.at("status")).isEqualTo("failed");
                    assertThat(versionsOf(layer)).isEmpty();
                });
    }

    private static List<String> versionsOf(String layer) {
        return server.cloud().layers().versionArns("us-west-2").stream()
                .filter(arn -> arn.contains(":" + layer + ":"))
                .toList();
    }

    @Test
    void lostAnswerOfPublishing_doesNotPublishTwice() {
        server.cloud().faults().loseAnswer(1, publisherIn("eu-west-1", "PublishLayerVersion"));

        assertThat(publications.published(name, "eu-west-1").at("status")).isEqualTo("succeeded");
        publications.assertNothingOrphaned(name, "eu-west-1");
    }

    @Test
    void start_withoutAnUpload_is409_andWithALargeOne413() {
        Answer created = publications.create(name, "us-east-1");
        String id = created.at("publicationId");
        assertThat(publications.start(id).code()).isEqualTo("NOT_UPLOADED");

        publications.upload(created, new byte[50_000_001]);
        Answer tooLarge = publications.start(id);
        assertThat(tooLarge.status()).isEqualTo(413);
        assertThat(tooLarge.code()).isEqualTo("UPLOAD_TOO_LARGE");

        publications.upload(created, Publications.ZIP);
        assertThat(publications.start(id).status()).isEqualTo(202);
        assertThat(publications.awaitEnd(id).at("status")).isEqualTo("succeeded");
    }

    @Test
    void start_again_isTheSameExecution() {
        String id = publications.uploaded(name, "us-east-1");
        String first = publications.start(id).at("execution");
        assertThat(publications.start(id).at("execution")).isEqualTo(first);
        publications.awaitEnd(id);
        Answer last = publications.start(id);
        assertThat(last.at("execution")).isEqualTo(first);
        assertThat(last.at("status")).isEqualTo("succeeded");
        publications.assertNothingOrphaned(name, "us-east-1");
    }

    @Test
    void uploadReplacedAfterTheStart_isNotPublished() {
        Answer created = publications.create(name, "us-east-1");
        String id = created.at("publicationId");
        publications.upload(created, Publications.ZIP);
        // The first try is killed before it reads the content.
        server.cloud().faults().kill(1, call -> {
            if (!publisher("dynamodb", "UpdateItem").test(call)) {
                return false;
            }
            publications.upload(created, new byte[] {'P', 'K', 1});
            return true;
        });
        publications.start(id);
        Answer end = publications.awaitEnd(id);

        assertThat(Publications.region(end, "us-east-1").path("reason").asText())
                .isEqualTo("UPLOAD_CHANGED");
    }

    @Test
    void stoppedExecution_isShownAsInterrupted_andStartingItAgainCompletesIt() {
        String id = publications.uploaded(name, "us-east-1", "eu-west-1");
        // The execution is stopped while its function publishes.
        AtomicBoolean stopped = new AtomicBoolean();
        server.cloud().faults().kill(1, call -> {
            if (!publisherIn("eu-west-1", "PublishLayerVersion").test(call) || stopped.getAndSet(true)) {
                return false;
            }
            stop(publications.get(id).at("execution"));
            return true;
        });
        assertThat(publications.start(id).status()).isEqualTo(202);

        Suite.await(() -> publications.get(id), answer -> answer.at("status").equals("interrupted"));
        assertThat(publications.start(id).status()).isEqualTo(202);
        assertThat(publications.awaitEnd(id).at("status")).isEqualTo("succeeded");
        publications.assertNothingOrphaned(name, "us-east-1", "eu-west-1");
    }

    private static void stop(String execution) {
        try (SfnClient sfn = SfnClient.builder()
                .httpClient(server.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build()) {
            sfn.stopExecution(stop -> stop.executionArn(
                    "arn:aws:states:us-east-1:000000000000:execution:backplane-dev-layer-publish:" + execution));
        }
    }

    @Test
    void idempotencyKey_returnsTheSamePublication_andRefusesAnotherBody() {
        Api keyed = api.with("idempotency-key", name);
        String body = Publications.body(name, List.of("us-east-1"));
        Answer first = keyed.post("/publications", body);
        Answer again = keyed.post("/publications", body);

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.at("publicationId")).isEqualTo(first.at("publicationId"));
        publications.upload(again, Publications.ZIP);
        Answer other = keyed.post("/publications", Publications.body(name, List.of("eu-west-1")));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void whatCannotBePublished_is400() {
        List<String> regions = new ArrayList<>(List.of("cn-north-1"));
        assertThat(api.post("/publications", Publications.body(name, regions)).code())
                .isEqualTo("INVALID_REQUEST");
        assertThat(api.post("/publications", Publications.body(name, List.of())).code())
                .isEqualTo("INVALID_REQUEST");
        assertThat(api.post("/publications", Publications.body(name, List.of("us-east-1", "us-east-1")))
                        .code())
                .isEqualTo("INVALID_REQUEST");
        assertThat(api.get("/publications/none").code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.get("/publications/0123456789abcdef0123456789abcdef").code())
                .isEqualTo("PUBLICATION_NOT_FOUND");
        assertThat(api.post("/publications/0123456789abcdef0123456789abcdef/start", "")
                        .code())
                .isEqualTo("PUBLICATION_NOT_FOUND");
    }

    @Test
    void eachRegion_hasOneEvent() {
        server.cloud().faults().answer(1000, publisherIn("eu-west-1", "PublishLayerVersion"), "AccessDeniedException");
        String id = publications.published(name, "us-east-1", "eu-west-1").at("publicationId");

        List<String> types = Suite.await(
                () -> server.cloud().buses().events().stream()
                        .filter(event ->
                                event.detail().path("publicationId").asText().equals(id))
                        .map(event -> event.detailType() + " "
                                + event.detail().path("region").asText())
                        .sorted()
                        .toList(),
                events -> events.size() >= 2);
        assertThat(types).containsExactly("LayerPublishFailed eu-west-1", "LayerPublished us-east-1");
    }
}
