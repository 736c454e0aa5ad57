package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands up, logs and down, with a real process in place of the suite. */
@DisabledOnOs(OS.WINDOWS)
class UpTest {

    private static final String PORT = "4999";

    /** Waits for input that never comes, unless its arguments tell otherwise. */
    private static final String SUITE = """
            package dev.backplane.local;
            public class LocalMain {
                public static void main(String[] words) throws Exception {
                    System.out.println("No local effect: a metric");
                    if (String.join(" ", words).contains("--data broken")) {
                        System.out.println("Port 4999 is in use");
                        System.exit(1);
                    }
                    System.out.println("Backplane is ready at http://127.0.0.1:4999 after 1.0 s, with its data in memory. Ctrl-C stops it.");
                    System.out.println("arguments " + String.join(" ", words));
                    System.out.println("/aws/lambda/CreateLease: one");
                    if (!String.join(" ", words).contains("--data short")) {
                        new java.util.concurrent.CountDownLatch(1).await();
                    }
                }
            }
            """;

    @TempDir
    private Path root;

    private Run.Setup commands = new Run.Setup(Map.of(), false, _ -> false, _ -> false);

    @BeforeEach
    void makeCheckout() throws IOException {
        Checkout checkout = Checkout.in(root);
        checkout.compile("LocalMain", SUITE);
        commands = checkout.commands();
    }

    @AfterEach
    void stop() {
        commands.run("down", "--port", PORT);
    }

    @Test
    void up_runsTheSuiteUntilItEnds() {
        Run up = commands.run("up", "--port", PORT, "--data", "short", "--builds", "failed:10");

        assertThat(up.exit()).as(up.err()).isZero();
        assertThat(up.out())
                .contains("Backplane is ready", "--port 4999 --data short --builds failed:10")
                .contains("--templates " + root.resolve("infra/target/cdk.out"));
    }

    /** The local cloud has its own parser, because it can be started without the command line. */
    @Test
    void up_hasEveryOptionOfTheLocalCloud() throws IOException {
        String source = Files.readString(Path.of("../local/cloud/src/main/java/dev/backplane/local/Arguments.java"));

        assertThat(Pattern.compile("\\[(--[a-z]+)").matcher(source).results().map(option -> option.group(1)))
                .contains("--builds", "--templates")
                .allSatisfy(
                        option -> assertThat(commands.run("up", "--help").out()).contains(option));
    }

    @Test
    void up_detached_returnsWhenTheSuiteIsReady_andDownStopsIt() {
        Run up = commands.run("up", "--detach", "--port=" + PORT, "--speed", "9");

        assertThat(up.exit()).as(up.err()).isZero();
        assertThat(up.out())
                .startsWith("Backplane is ready at http://127.0.0.1:4999 after 1.0 s, with its data in memory.")
                .contains("./backplane logs -f --port 4999", "./backplane down --port 4999")
                .doesNotContain("No local effect", "Ctrl-C");
        assertThat(commands.run("logs", "--port", PORT).out())
                .contains("--port 4999 --speed 9 --verbose")
                .doesNotContain("--detach");

        assertThat(commands.run("down", "--port", PORT).out())
                .isEqualTo("The suite on port 4999 has stopped." + System.lineSeparator());
        assertThat(commands.run("down", "--port", PORT).out()).startsWith("No suite runs in the background");
    }

    @Test
    void up_detached_twice_isRefused() {
        commands.run("up", "-d", "-p", PORT);

        Run second = commands.run("up", "-d", "-p", PORT);

        assertThat(second.exit()).isEqualTo(1);
        assertThat(second.err()).contains("runs already", "./backplane down --port 4999");
        assertThat(commands.run("down", "--port", PORT).out()).contains("has stopped");
    }

    @Test
    void up_detached_thatFails_showsTheEndOfTheLog() {
        Run up = commands.run("up", "--detach", "--port", PORT, "--data", "broken");

        assertThat(up.exit()).isEqualTo(1);
        assertThat(up.err()).contains("The suite did not start.", "4999.log", "Port 4999 is in use");
        assertThat(commands.run("down", "--port", PORT).out()).startsWith("No suite runs in the background");
    }

    @ParameterizedTest
    @CsvSource({
        "up --detached, --detach",
        "up --prot 1, --port",
        "up --port x, Invalid value",
        "up --port 99999, 0 to 65535",
        "up now, Too many arguments"
    })
    void up_withWrongOptions_isWrongUsage(String line, String text) {
        Run up = commands.run(line.split(" "));

        assertThat(up.exit()).isEqualTo(2);
        assertThat(up.err()).contains(text, "See: backplane up --help");
    }

    @Test
    void logs_followTheFunctionUntilTheSuiteStops() {
        commands.run("up", "--detach", "--port", PORT);
        Path log = root.resolve(".backplane/run/4999.log");
        int[] pauses = {0};

        Run run = commands.pausing(_ -> {
                    append(log, "/aws/lambda/CreateLease: new " + ++pauses[0]);
                    append(log, "/aws/lambda/Other: new");
                    if (pauses[0] == 2) {
                        commands.run("down", "--port", PORT);
                    }
                    return true;
                })
                .run("logs", "CreateLease", "--follow", "--port", PORT);

        assertThat(run.exit()).isZero();
        assertThat(run.out().lines())
                .endsWith("/aws/lambda/CreateLease: new 1", "/aws/lambda/CreateLease: new 2")
                .allSatisfy(line -> assertThat(line).contains("CreateLease"));
    }

    @Test
    void logs_withoutASuite_isExitCode3() {
        Run run = commands.run("logs", "--port", PORT);

        assertThat(run.exit()).isEqualTo(3);
        assertThat(run.err()).contains("./backplane up --detach --port 4999");
    }

    @Test
    void down_leavesAnotherProcessAlone() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Files.createDirectories(root.resolve(".backplane/run"));
            Files.writeString(root.resolve(".backplane/run/4999.pid"), other.pid() + "\n");

            assertThat(commands.run("down", "--port", PORT).out()).startsWith("No suite runs in the background");

            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
