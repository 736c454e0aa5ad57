package dev.backplane.platform.rehearsal;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.StubServer;
import dev.backplane.testing.TestPlatform;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotHookTest {

    /** The SDK reads the address of DynamoDB from here too; a test cannot change the environment. */
    private static final String ENDPOINT = "aws.endpointUrlDynamoDb";

    // Its own connection to AWS fails every call, so the hook must not use it.
    private final TestPlatform test =
            TestPlatform.withoutAws().with("AWS_REGION", "eu-west-1").with("THINGS", "things");
    private final StubServer dynamo = new StubServer();

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
    void beforeCheckpoint_whenTheRehearsalSucceeds_logsNothing() {
        checkpoint(ThingHandler.class.getName() + "::handleRequest");

        assertThat(test.lines()).isEmpty();
    }

    @Test
    void beforeCheckpoint_runsTheHandler() {
        int before = ThingHandler.RUNS.get();

        checkpoint(ThingHandler.class.getName());

        assertThat(ThingHandler.RUNS.get()).isGreaterThan(before);
    }

    @Test
    void beforeCheckpoint_sendsOneRequestToTheService_andKeepsNoConnection() throws InterruptedException {
        checkpoint(ThingHandler.class.getName());

        assertThat(dynamo.requests()).singleElement().asString().startsWith("GET / ");
        assertThat(dynamo.awaitDisconnections(1)).isTrue();
        assertThat(dynamo.connections()).isEqualTo(1);
    }

    @Test
    void beforeCheckpoint_whenTheFunctionHasNoRehearsal_logsOneLineAndReturns() {
        checkpoint(UnrehearsedHandler.class.getName());

        assertThat(test.lines())
                .singleElement()
                .satisfies(line -> assertThatJson(line)
                        .node("error")
                        .asString()
                        .contains("There is no rehearsals/Unrehearsed.json"));
    }

    @Test
    void beforeCheckpoint_whenTheFunctionIsUnknown_logsOneLineAndReturns() {
        checkpoint("com.example.UnknownHandler");

        assertThat(test.lines()).singleElement().asString().contains("ClassNotFoundException");
    }
}
