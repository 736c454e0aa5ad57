package dev.backplane.platform.rehearsal;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.backplane.platform.testing.TestPlatform;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotHookTest {

    /** Where the SDK looks for the address of DynamoDB besides the environment, which a test cannot change. */
    private static final String ENDPOINT = "aws.endpointUrlDynamoDb";

    private final TestPlatform test =
            TestPlatform.withoutAws().with("AWS_REGION", "eu-west-1").with("THINGS", "things");
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer dynamo;

    @BeforeEach
    void start() throws IOException {
        dynamo = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        dynamo.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        dynamo.start();
        System.setProperty(ENDPOINT, "http://127.0.0.1:" + dynamo.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        System.clearProperty(ENDPOINT);
        dynamo.stop(0);
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

        assertThat(requests).containsExactly("GET /");
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
