package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What commands print: pages, tables, formats and colors. */
class OutputTest {

    private static final String PAGE = "{\"items\":[{\"leaseId\":\"%s\"}],\"next\":%s}";

    private final StubSuite suite = new StubSuite();
    private final Run.Setup setup = Run.Setup.at(suite.address());

    @AfterEach
    void stop() {
        suite.close();
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
}
