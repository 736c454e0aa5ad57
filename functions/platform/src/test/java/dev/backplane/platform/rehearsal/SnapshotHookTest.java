package dev.backplane.platform.rehearsal;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.testing.Doorman;
import dev.backplane.platform.testing.TestPlatform;
import java.util.Map;
import java.util.Optional;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.regions.Region;

class SnapshotHookTest {

    /** Where the SDK looks for the address of DynamoDB besides the environment, which a test cannot change. */
    private static final String ENDPOINT = "aws.endpointUrlDynamoDb";

    private final TestPlatform test =
            TestPlatform.withoutAws().with("AWS_REGION", "eu-west-1").with("THINGS", "things");
    private final Doorman dynamo = new Doorman();

    @BeforeEach
    void start() {
        System.setProperty(ENDPOINT, dynamo.address().toString());
    }

    @AfterEach
    void stop() {
        System.clearProperty(ENDPOINT);
        dynamo.close();
    }

    private void checkpoint(String handler) {
        new SnapshotHook(test.with("_HANDLER", handler).platform()).beforeCheckpoint(Core.getGlobalContext());
    }

    @Test
    void beforeCheckpoint_whenTheRehearsalIsGood_saysNothing() {
        checkpoint(ThingHandler.class.getName() + "::handleRequest");

        assertThat(test.lines()).isEmpty();
    }

    @Test
    void beforeCheckpoint_reachesNobodyButTheServiceThatItKnocksAt() {
        checkpoint(ThingHandler.class.getName());

        assertThat(dynamo.requests()).singleElement().asString().startsWith("GET / ");
    }

    @Test
    void beforeCheckpoint_rehearsesBeforeItKnocksAndAfter() throws InterruptedException {
        int none = ThingHandler.RUNS.get();
        Thread checkpoint = Thread.ofVirtual().start(() -> checkpoint(ThingHandler.class.getName()));

        assertThat(dynamo.awaitCaller()).isTrue();
        int before = ThingHandler.RUNS.get();
        checkpoint.join();

        assertThat(before).isGreaterThan(none + 1);
        assertThat(ThingHandler.RUNS.get()).isGreaterThan(before);
    }

    @Test
    void afterRestore_opensAConnectionForTheFirstCall() throws InterruptedException {
        try (SdkHttpClient http = AwsCrtHttpClient.create()) {
            AwsConnection own =
                    new AwsConnection(http, AnonymousCredentialsProvider.create(), Region.EU_WEST_1, Optional.empty());
            Map<String, String> settings =
                    Map.of("AWS_REGION", "eu-west-1", "THINGS", "things", "_HANDLER", ThingHandler.class.getName());
            SnapshotHook hook = new SnapshotHook(new TestPlatform(settings, own).platform());
            hook.beforeCheckpoint(Core.getGlobalContext());
            assertThat(dynamo.awaitCaller()).as("the knock").isTrue();
            assertThat(dynamo.awaitHangUps(1)).isTrue();
            assertThat(dynamo.callers()).as("connections in the snapshot").isZero();

            hook.afterRestore(Core.getGlobalContext());

            assertThat(dynamo.awaitCaller()).isTrue();
        }
        assertThat(dynamo.awaitHangUps(1)).isTrue();
        assertThat(dynamo.requests()).as("no more than the knock").hasSize(1);
    }

    @Test
    void beforeCheckpoint_whenTheFunctionHasNoRehearsal_saysSoInOneLineAndGoesOn() {
        checkpoint(UnrehearsedHandler.class.getName());

        assertThat(test.lines())
                .singleElement()
                .satisfies(line -> assertThatJson(line)
                        .node("error")
                        .asString()
                        .contains("there is no rehearsals/Unrehearsed.json"));
    }

    @Test
    void beforeCheckpoint_whenTheFunctionIsUnknown_saysSoInOneLineAndGoesOn() {
        checkpoint("com.example.NobodyHandler");

        assertThat(test.lines()).singleElement().asString().contains("ClassNotFoundException");
    }
}
