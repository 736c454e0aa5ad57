package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What all commands have in common. */
class CliTest {

    private static final String PAGE = "{\"items\":[{\"leaseId\":\"%s\"}],\"next\":%s}";

    private final StubSuite suite = new StubSuite();
    private final Run.Setup setup = Run.Setup.at(suite.address());

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
    void aliasWithABasePath_isSeveralSegments() {
        setup.run("aliases", "show", "example.com/docs/v1");

        assertThat(suite.requests().getFirst().path()).isEqualTo("/aliases/example.com/docs/v1");
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

    @Test
    void list_withALimit_readsAsManyPagesAsItTakes() {
        suite.responds(200, PAGE.formatted("a", "\"c1\"")).responds(200, PAGE.formatted("b", "\"c2\""));

        Run run = setup.run("pool", "leases", "--limit", "2", "-o", "json");

        assertThat(suite.requests())
                .extracting(StubSuite.Request::line)
                .containsExactly("GET /pool/leases?limit=2", "GET /pool/leases?limit=1&cursor=c1");
        assertThat(run.out()).contains("\"a\"", "\"b\"", "\"next\" : \"c2\"");
    }

    @Test
    void list_withAll_readsEveryPage() {
        suite.responds(200, PAGE.formatted("a", "\"c1\""))
                .responds(200, PAGE.formatted("b", "\"c2\""))
                .responds(200, PAGE.formatted("c", "null"));

        Run run = setup.run("pool", "leases", "--all");

        assertThat(suite.requests()).hasSize(3);
        assertThat(run.out().lines().map(line -> line.split(" ")[0])).containsExactly("leaseId", "a", "b", "c");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void list_withMoreItems_saysSo() {
        suite.responds(200, PAGE.formatted("a", "\"c1\""));

        assertThat(setup.run("pool", "leases").err()).isEqualTo("There are more items: use --limit N or --all.\n");
    }

    @Test
    void list_withoutItems_saysSo() {
        suite.responds(200, "{\"items\":[],\"next\":null}");

        assertThat(setup.run("pool", "leases").out()).isEqualTo("No results.\n");
    }

    @Test
    void watch_printsEveryChange() {
        suite.responds(200, "{\"activeLeases\":1}")
                .responds(200, "{\"activeLeases\":1}")
                .responds(200, "{\"activeLeases\":2}");
        int[] pauses = {0};

        Run run = setup.pausing(_ -> ++pauses[0] < 3).run("pool", "status", "--watch");

        assertThat(run.out()).isEqualTo("activeLeases  1\nactiveLeases  2\n");
    }

    @Test
    void csv_quotesWhatNeedsQuotes() {
        suite.responds(200, "{\"items\":[{\"leaseId\":\"a,b\",\"userId\":\"x \\\"y\\\"\"}],\"next\":null}");

        assertThat(setup.run("pool", "leases", "-o", "csv").out())
                .isEqualTo("leaseId,accountId,userId,createdAt,expiresAt,template\r\n"
                        + "\"a,b\",,\"x \"\"y\"\"\",,,\r\n");
    }

    @Test
    void yaml_hasTheMembers() {
        suite.responds(200, "{\"accounts\":{\"all\":2},\"activeLeases\":1}");

        assertThat(setup.run("pool", "status", "-o", "yaml").out()).isEqualTo("accounts:\n  all: 2\nactiveLeases: 1\n");
    }

    @Test
    void numbers_keepTheirDigits() {
        suite.responds(200, "{\"price\":12345678901234567890.10}");

        assertThat(setup.run("userdata", "get", "notes", "me", "todo", "-o", "json")
                        .out())
                .contains("12345678901234567890.10");
        assertThat(setup.run("userdata", "get", "notes", "me", "todo").out()).contains("12345678901234567890.10");
    }

    @Test
    void number_onTheCommandLine_isSentAsItIs() {
        setup.run("userdata", "put", "notes", "me", "todo", "{\"price\":12345678901234567890.10}");

        assertThat(suite.requests().getFirst().body()).isEqualTo("{\"price\":12345678901234567890.10}");
    }

    @Test
    void storedText_cannotControlTheTerminal() {
        suite.responds(200, "{\"name\":\"a\\u001b[2Jb\\u202ec\\nd\"}");

        assertThat(setup.run("tenants", "show", "acme").out()).isEqualTo("name  a\ufffd[2Jb\ufffdc\ufffdd\n");
    }

    @Test
    void colors_areOnTerminalsOnly() {
        assertThat(setup.onATerminal().run("pool", "status").out()).contains("\u001b[1m");
        assertThat(setup.run("pool", "status").out()).doesNotContain("\u001b");
        assertThat(setup.onATerminal()
                        .with("NO_COLOR", "1")
                        .run("pool", "status")
                        .out())
                .doesNotContain("\u001b[1m");
        assertThat(setup.onATerminal().with("NO_COLOR", "1").run("--help").out())
                .doesNotContain("\u001b[");
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
