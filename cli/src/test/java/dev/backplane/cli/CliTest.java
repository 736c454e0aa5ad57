package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What all commands have in common. */
class CliTest {

    private final StubSuite suite = new StubSuite();
    private final Run.Setup setup = Run.Setup.at(suite.address());

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        suite.close();
    }

    @ParameterizedTest
    @CsvSource({
        "upp, up",
        "polo, pool",
        "pool leese, lease",
        "aliases mov, move",
        "pool leases --limt 3, --limit",
        "deployments list --brnch x, --branch"
    })
    void typingError_suggestsTheNearest(String line, String nearest) {
        Run run = setup.run(line.split(" "));

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err().lines().findFirst().orElseThrow())
                .contains("Did you mean")
                .contains(nearest);
    }

    @Test
    void noun_alone_showsItsCommands() {
        Run run = setup.run("pool");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("lease", "Leases an account to a user.");
    }

    @Test
    void noWords_showAllCommands() {
        assertThat(setup.run().err()).contains("deployments", "pool", "token", "up", "deploy");
    }

    @Test
    void missingArgument_isNamed() {
        Run run = setup.run("deployments", "show");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).startsWith("Missing required parameter: 'ID'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a?b", "a#b", "100%", "a\\b"})
    void idThatCannotTravelInAPath_isWrongUsage(String id) {
        Run run = setup.run("deployments", "show", id);

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("'" + id + "' cannot be a value of id");
        assertThat(suite.requests()).isEmpty();
    }

    @Test
    void idWithOtherCharacters_isEncoded() {
        setup.run("userdata", "quota", "notes", "bill müller@example.com");

        assertThat(suite.requests().getFirst().path())
                .isEqualTo("/userdata/apps/notes/users/bill%20m%C3%BCller%40example.com/quota");
    }

    @Test
    void jsonInAFile_isSentAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("routes.json"), "[ {\"src\" : \"/a b\"} ]\n");

        Run run = setup.run("deployments", "status", "shop-1", "FINISHED", "--routes", "@" + file);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(suite.requests().getFirst().body()).contains("\"routes\":[{\"src\":\"/a b\"}]");
    }

    @Test
    void aliasWithABasePath_isSeveralSegments() {
        setup.run("aliases", "show", "example.com/docs/v1");

        assertThat(suite.requests().getFirst().path()).isEqualTo("/aliases/example.com/docs/v1");
    }

    /** Standard error of a command is often kept in a log. */
    @Test
    void verbose_masksSecretsInResponses() {
        suite.responds(
                200,
                "{\"accessKeyId\":\"AK\",\"secretAccessKey\":\"s1\",\"sessionToken\" : \"s2\","
                        + "\"url\":\"https://bucket/key?X-Amz-Date=1&X-Amz-Signature=s3&X-Amz-Security-Token=s4\"}");

        Run run = setup.run("pool", "credentials", "lease-1", "--verbose");

        assertThat(run.err()).contains("AK", "X-Amz-Date=1").doesNotContain("s1", "s2", "s3", "s4");
        assertThat(run.out()).contains("s1", "s2");
    }

    @Test
    void noServer_isExitCode3AndSaysHowToStartOne() {
        suite.close();

        Run run = setup.run("pool", "status");

        assertThat(run.exit()).isEqualTo(3);
        assertThat(run.err())
                .isEqualTo("No server answered on " + suite.address().getAuthority()
                        + ". Start the suite with: ./backplane up --port "
                        + suite.address().getPort() + "\n");
    }

    @Test
    void unauthorized_isExitCode4() {
        suite.responds(401, "{\"message\":\"Unauthorized\"}");

        Run run = setup.run("pool", "status");

        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err()).startsWith("HTTP_401: Unauthorized.");
    }

    @Test
    void stage_withoutAToken_isExitCode4() {
        Run run = setup.run("pool", "status", "--stage", "prod");

        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err())
                .contains("Not signed in to stage prod. Run: backplane login --stage prod --url " + suite.address()
                        + ".");
        assertThat(suite.requests()).isEmpty();
    }

    @Test
    void stage_withATokenInTheEnvironment_isCalledWithIt() {
        Run run = setup.with("BACKPLANE_STAGE", "prod")
                .with("BACKPLANE_TOKEN", "my-token")
                .run("pool", "status");

        assertThat(run.exit()).isZero();
        assertThat(suite.requests().getFirst().headers().get("Authorization")).containsExactly("Bearer my-token");
    }

    /** The known secret of the local client must not be sent to other machines. */
    @Test
    void local_withAnotherMachine_isRefused() {
        Run run = setup.run("pool", "status", "--url", "https://backplane.example.com");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("https://backplane.example.com is not on this machine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://127.0.0.1", "127.0.0.1:80", "http://127.0.0.1/path", "http://a b"})
    void url_thatIsNoAddress_isWrongUsage(String url) {
        assertThat(setup.run("pool", "status", "--url", url).exit()).isEqualTo(2);
    }

    @Test
    void port_choosesASuiteOnThisMachine() {
        Run run = Run.Setup.at(URI.create("http://127.0.0.1:1"))
                .run("pool", "status", "--port=" + suite.address().getPort());

        assertThat(run.exit()).isZero();
    }

    @Test
    void refusal_namesAllFieldsAndWhatToDo() {
        suite.responds(
                400,
                "{\"code\":\"INVALID_REQUEST\",\"detail\":\"The request is invalid\",\"errors\":["
                        + "{\"field\":\"userId\",\"message\":\"is too long\"}]}");
        assertThat(setup.run("pool", "lease", "bill").err())
                .isEqualTo("INVALID_REQUEST: The request is invalid. userId is too long.\n");
    }

    @Test
    void refusal_withRetryAfter_saysWhen() {
        suite.responds(503, "{\"code\":\"CONTENDED\",\"detail\":\"Busy.\"}", Map.of("retry-after", "3"));

        assertThat(setup.run("pool", "lease", "bill").err()).isEqualTo("CONTENDED: Busy. Try again in 3 s.\n");
    }

    @Test
    void refusal_knowsTheCommandThatHelps() {
        suite.responds(409, "{\"code\":\"USER_HAS_LEASE\",\"detail\":\"The user has a lease.\"}");

        assertThat(setup.run("pool", "lease", "bill").err()).endsWith("backplane pool return LEASE.\n");
    }

    @Test
    void verbose_masksTheToken() {
        Run run = setup.run("pool", "status", "--verbose");

        assertThat(run.err())
                .contains("> GET " + suite.address() + "/pool", "> authorization: Bearer ***", "< 200")
                .doesNotContain(StubSuite.TOKEN, "backplane-local-secret");
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example.com, hostname=shop.example.com&path=%2F",
        "https://shop.example.com/a/b?c=d, hostname=shop.example.com&path=%2Fa%2Fb"
    })
    void resolve_takesAUrl(String url, String query) {
        setup.run("resolve", url);

        assertThat(suite.requests().getFirst().uri().getRawQuery()).isEqualTo(query);
    }

    @Test
    void promote_sendsAllMoves() {
        setup.run("promote", "a.example.com=x-1", "b.example.com/p=x-2");

        assertThat(suite.requests().getFirst().body())
                .isEqualTo("{\"moves\":[{\"alias\":\"a.example.com\",\"target\":\"x-1\"},"
                        + "{\"alias\":\"b.example.com/p\",\"target\":\"x-2\"}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "promote a.example.com",
                "pool extend lease soon",
                "userdata put notes me todo {",
                "deployments status a FINISHED --routes @missing.json",
                "resolve http://",
                "pool leases --output xml",
                "pool leases --port http",
                "pool seed 0",
                "pool seed many",
                "pool seed 10001",
                "layers publish missing.zip --package a --package-version 1 --regions us-east-1"
            })
    void valueOfTheWrongForm_isWrongUsage(String line) {
        Run run = setup.run(line.split(" "));

        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("See: backplane ");
        assertThat(suite.requests()).isEmpty();
    }
}
