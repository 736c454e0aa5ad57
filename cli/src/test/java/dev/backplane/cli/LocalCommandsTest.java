package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that only a suite on this machine can do: invoke, executions and demo. */
class LocalCommandsTest {

    private final StubSuite suite = new StubSuite();
    private final Run.Setup setup = Run.Setup.at(suite.address());

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        suite.close();
    }

    @Test
    void invoke_sendsTheEvent_andPrintsTheResult() throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), "{\"id\":1}");
        suite.responds(200, "{\"statusCode\":201}");

        assertThat(setup.run("invoke", "CreateDeployment", event.toString()).out())
                .isEqualTo("{\"statusCode\":201}" + System.lineSeparator());
        assertThat(setup.run("invoke", "CreateDeployment", event.toString(), "-o", "json")
                        .out())
                .isEqualTo("{\n  \"statusCode\" : 201\n}\n");
        assertThat(suite.requests().getFirst().line())
                .isEqualTo("POST /2015-03-31/functions/CreateDeployment/invocations");
        assertThat(suite.requests().getFirst().body()).isEqualTo("{\"id\":1}");
    }

    @Test
    void invoke_ofAnUnknownFunction_suggestsTheNearest() throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), "{}");
        suite.responds(
                404, "{\"Message\":\"Function not found. Existing: backplane-dev-GetLease, backplane-dev-GetPool\"}");

        Run near = setup.run("invoke", "GetLeese", event.toString());
        assertThat(near.exit()).isEqualTo(1);
        assertThat(near.err())
                .isEqualTo("There is no function 'GetLeese'. Did you mean GetLease?" + System.lineSeparator());
        assertThat(setup.run("invoke", "Nope", event.toString()).err()).contains("the folder events");
    }

    @Test
    void invoke_withWrongArguments_sendsNothing() throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), "{\n  \"id\": oops\n}");

        Run wrong = setup.run("invoke", "GetLease", event.toString());
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("is not JSON", "line 2");
        assertThat(setup.run("invoke", "GetLease", "missing.json").exit()).isEqualTo(2);
        assertThat(setup.run("invoke", "Get/Lease", event.toString()).exit()).isEqualTo(2);
        assertThat(setup.run("invoke", "GetLease").exit()).isEqualTo(2);
        assertThat(suite.requests()).isEmpty();
    }

    @Test
    void executions_areListed_asTextAndAsJson() {
        suite.responds(200, "NAME  MACHINE\n").responds(200, "{\"items\":[{\"name\":\"tenant-a\"}]}");

        assertThat(setup.run("executions").out()).isEqualTo("NAME  MACHINE" + System.lineSeparator());
        assertThat(setup.run("executions", "-o", "csv").out()).isEqualTo("name\r\ntenant-a\r\n");
    }

    @Test
    void execution_thatIsUnknown_isRefused() {
        suite.responds(404, "There is no execution gone.\n");

        Run run = setup.run("executions", "gone");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("There is no execution gone." + System.lineSeparator());
        assertThat(setup.run("executions", "a/b").exit()).isEqualTo(2);
    }

    @Test
    void demo_ignoresWhatIsThere() {
        suite.responds(409, "{\"code\":\"DEPLOYMENT_EXISTS\"}").responds(200, "{}");

        Run run = setup.run("demo");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.err()).contains("Lending accounts ...", "./backplane open");
        assertThat(suite.requests()).hasSizeGreaterThan(30);
    }

    @Test
    void demo_thatFails_saysWhere() {
        suite.responds(500, "{\"code\":\"INTERNAL\"}");

        Run run = setup.run("demo");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("POST /deployments: {\"code\":\"INTERNAL\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "executions", "invoke GetLease pom.xml"})
    void deployedStage_isRefused(String line) throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), "{}");

        Run run = setup.with("BACKPLANE_STAGE", "prod")
                .run(line.replace("pom.xml", event.toString()).split(" "));

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("for a suite on this machine");
        assertThat(suite.requests()).isEmpty();
    }

    @Test
    void stoppedSuite_isExitCode3() {
        suite.close();

        assertThat(setup.run("executions").exit()).isEqualTo(3);
        assertThat(setup.run("demo").exit()).isEqualTo(3);
    }
}
