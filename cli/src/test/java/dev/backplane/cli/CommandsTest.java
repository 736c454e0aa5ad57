package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that are not one call of an API. */
class CommandsTest {

    private final StubSuite suite = new StubSuite();
    private final Run.Setup setup = Run.Setup.at(suite.address());

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        suite.close();
    }

    @Test
    void status_showsWhereTheSuiteIs() {
        assertThat(setup.run("status").out())
                .isEqualTo(
                        "address  " + suite.address() + "\nstage    dev\nregion   us-east-1\nissuer   http://issuer\n");
        assertThat(setup.run("status", "-o", "json").out()).contains("\"stage\" : \"dev\"");
    }

    @Test
    void status_withoutASuite_isExitCode3() {
        suite.close();

        assertThat(setup.run("status").exit()).isEqualTo(3);
    }

    @Test
    void token_isPrintedAlone() {
        assertThat(setup.run("token").out()).isEqualTo(StubSuite.TOKEN + System.lineSeparator());
    }

    @Test
    void token_ofAStage_isTheOneOfTheEnvironment() {
        Run.Setup stage = setup.with("BACKPLANE_STAGE", "prod").with("BACKPLANE_TOKEN", "mine");

        assertThat(stage.run("token").out()).isEqualTo("mine" + System.lineSeparator());
        assertThat(stage.run("token", "--scope", "backplane/pool.read").exit()).isEqualTo(2);
    }

    @Test
    void open_withoutATerminal_printsTheAddress() {
        assertThat(setup.run("open").out()).isEqualTo(suite.address() + "/" + System.lineSeparator());
    }

    @Test
    void version_namesTheJdk() {
        assertThat(setup.run("version").out())
                .matches("Backplane \\d+\\.\\d+\\.\\d+\\S* on JDK "
                        + Runtime.version().feature() + ".*\\s+");
        assertThat(setup.run("version", "-o", "json").out())
                .contains("\"jdk\" : \"" + Runtime.version().feature());
    }

    @Test
    void help_ofACommand_isThatOfItsOption() {
        assertThat(setup.run("help", "pool", "lease").out())
                .isEqualTo(setup.run("pool", "lease", "--help").out())
                .contains("--minutes");
        assertThat(setup.run("help").out()).contains("Commands:", "up ", "deploy ");
    }

    @Test
    void help_ofAnUnknownCommand_suggestsTheNearest() {
        Run run = setup.run("help", "pol");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("Did you mean").contains("pool");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "up",
                "executions",
                "invoke",
                "demo",
                "cost",
                "package",
                "bench",
                "status",
                "token",
                "login",
                "logout",
                "doctor",
                "logs",
                "down",
                "open",
                "version",
                "help",
                "completion",
                "pool seed",
                "layers publish"
            })
    void command_hasHelpWithAnExampleAndRefusesUnknownOptions(String command) {
        Run help = setup.run((command + " --help").split(" "));
        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("Example:").contains("backplane " + command);

        Run wrong = setup.run((command + " --nonsense").split(" "));
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("See: backplane " + command + " --help");
    }

    /** Their words go to another program. */
    @ParameterizedTest
    @ValueSource(strings = {"synth", "bootstrap", "diff", "deploy", "destroy", "test"})
    void commandWithForeignOptions_hasHelpWithAnExample(String command) {
        assertThat(setup.run(command, "--help").out()).contains("Example:", "backplane " + command);
    }

    @Test
    void seed_makesAccountsAvailable() {
        suite.responds(200, "{}");

        assertThat(setup.run("pool", "seed", "2").out())
                .isEqualTo("2 of 2 accounts are available; 0 are leased or being cleaned." + System.lineSeparator());
        assertThat(setup.run("pool", "seed", "2", "-o", "json").out()).contains("\"available\" : 2");
        assertThat(suite.requests().subList(0, 4))
                .extracting(StubSuite.Request::line)
                .containsExactly(
                        "POST /pool/accounts",
                        "PUT /pool/accounts/000000000001/status",
                        "POST /pool/accounts",
                        "PUT /pool/accounts/000000000002/status");
    }

    @Test
    void seed_ofADeployedStage_isRefused() {
        Run run = setup.with("BACKPLANE_STAGE", "prod").run("pool", "seed", "2");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(suite.requests()).isEmpty();
    }

    @Test
    void publish_uploadsStartsAndWaits() throws IOException {
        Path zip = Files.writeString(folder.resolve("layer.zip"), "zip");
        String url = suite.address() + "/upload?signature=secret";
        String publication = "{\"publicationId\":\"p1\",\"status\":\"%s\"%s}";
        suite.responds(201, publication.formatted("created", ",\"upload\":{\"url\":\"" + url + "\"}"))
                .responds(200, "")
                .responds(202, publication.formatted("running", ""))
                .responds(200, publication.formatted("succeeded", ""));

        Run run = setup.pausing(_ -> true)
                .run(Run.words("layers publish " + zip
                        + " --package yaml --package-version 1 --regions us-east-1,eu-west-1 --watch --verbose"));

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(suite.requests())
                .extracting(StubSuite.Request::line)
                .containsExactly(
                        "POST /publications",
                        "PUT /upload?signature=secret",
                        "POST /publications/p1/start",
                        "GET /publications/p1");
        assertThat(suite.requests().get(0).body()).contains("\"regions\":[\"us-east-1\",\"eu-west-1\"]");
        assertThat(suite.requests().get(1).headers()).doesNotContainKey("Authorization");
        assertThat(run.out()).contains("succeeded");
    }

    @Test
    void publish_thatFails_isExitCode1() throws IOException {
        Path zip = Files.writeString(folder.resolve("layer.zip"), "zip");
        suite.responds(200, "{\"publicationId\":\"p1\",\"status\":\"failed\"}");

        assertThat(setup.run(Run.words(
                                "layers publish " + zip + " --package yaml --package-version 1 --regions us-east-1"))
                        .exit())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bash | source SCRIPT; COMP_WORDS=(backplane pool le); COMP_CWORD=2; _complete_backplane; echo ${COMPREPLY[@]}",
                "zsh | source SCRIPT; whence -w _complete_backplane",
                "fish | source SCRIPT; complete -C 'backplane pool le'"
            })
    void completion_loadsInTheShell(String shell, String commands) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                List.of(System.getenv("PATH").split(":")).stream()
                        .anyMatch(path -> Files.isExecutable(Path.of(path, shell))),
                () -> shell + " is not installed");
        Path script = Files.writeString(
                folder.resolve("script"), setup.run("completion", shell).out());

        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(shell, "-c", commands.replace("SCRIPT", script.toString()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(Map.of("HOME", folder.toString(), "ZDOTDIR", folder.toString()));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        assertThat(Files.readString(output)).contains(shell.equals("zsh") ? "_complete_backplane: function" : "lease");
    }
}
