package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./backplane} and the suite in the background, with scripts in place of Java, Maven and Node. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    private static final String PORT = "4999";

    @TempDir
    private Path root;

    @BeforeEach
    void makeCheckout() throws IOException {
        Files.copy(Path.of("../backplane"), root.resolve("backplane"));
        write("cli/pom.xml", "");
        write("cli/src/main/Some.java", "");
        write("infra/target/cdk.out/manifest.json", "{}");
        for (String module : List.of("infra", "local/cloud", "packaging", "cli")) {
            write(module + "/target/backplane-" + module.replace('/', '-') + ".jar", "");
            write(module + "/target/classpath", root.resolve("backplane").toString());
        }
        write("local/cloud/target/built", "");
        write("jdk/release", "JAVA_VERSION=\"25\"\n");
        script("jdk/bin/javac", "");
        script("jdk/bin/java", """
                case "$*" in
                  *CliMain*) echo "root $BACKPLANE_ROOT, words ${*: -2}" ;;
                  *)
                    echo "No local effect: a metric"
                    [ ! -f ROOT/broken ] || { echo "Port 4999 is in use"; exit 1; }
                    echo "Backplane is ready at http://127.0.0.1:4999 after 1.0 s, with its data in memory. Ctrl-C stops it."
                    echo "arguments $*"
                    # The words of the command are those of the process.
                    exec bash -c 'echo "/aws/lambda/CreateLease: one"; while :; do sleep 0.1; done' -Dbackplane.command=up "$(printf 'x%.0s' {1..6000})" ;;
                esac
                """.replace("ROOT", root.toString()));
        script("bin/mvn", "");
        script("bin/node", "echo v22.0.0");
    }

    @AfterEach
    void stop() {
        commands().run("down", "--port", PORT);
    }

    @Test
    void up_detached_returnsWhenTheSuiteIsReady_andDownStopsIt() throws Exception {
        Run up = run("./backplane", "up", "--detach", "--port", PORT, "--speed", "9");

        assertThat(up.exit()).as(up.out()).isZero();
        assertThat(up.out())
                .startsWith("Backplane is ready at http://127.0.0.1:4999 after 1.0 s, with its data in memory.\n")
                .contains("./backplane logs -f --port 4999", "./backplane down --port 4999")
                .doesNotContain("No local effect", "Ctrl-C");
        assertThat(commands().run("logs", "--port", PORT).out())
                .contains("arguments -Dbackplane.command=up", "--port 4999 --speed 9 --verbose")
                .doesNotContain("--detach");

        assertThat(commands().run("down", "--port", PORT).out())
                .isEqualTo("The suite on port 4999 has stopped." + System.lineSeparator());
        assertThat(commands().run("down", "--port", PORT).out()).startsWith("No suite runs in the background");
    }

    @Test
    void up_detached_twice_isRefused() throws Exception {
        run("./backplane", "up", "--detach", "--port", PORT);

        Run second = run("./backplane", "up", "--detach", "--port", PORT);

        assertThat(second.exit()).isEqualTo(1);
        assertThat(second.out()).contains("runs already", "./backplane down --port 4999");
        assertThat(commands().run("down", "--port", PORT).out()).contains("has stopped");
    }

    @Test
    void up_detached_thatFails_showsTheEndOfTheLog() throws Exception {
        write("broken", "");

        Run up = run("./backplane", "up", "--detach", "--port", PORT);

        assertThat(up.exit()).isEqualTo(1);
        assertThat(up.out()).contains("The suite did not start.", "4999.log", "Port 4999 is in use");
        assertThat(commands().run("down", "--port", PORT).out()).startsWith("No suite runs in the background");
    }

    @Test
    void logs_followTheFunctionUntilTheSuiteStops() throws Exception {
        run("./backplane", "up", "--detach", "--port", PORT);
        Path log = root.resolve(".backplane/run/4999.log");
        int[] pauses = {0};

        Run run = commands()
                .pausing(_ -> {
                    append(log, "/aws/lambda/CreateLease: new " + ++pauses[0]);
                    append(log, "/aws/lambda/Other: new");
                    if (pauses[0] == 2) {
                        commands().run("down", "--port", PORT);
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
        Run run = commands().run("logs", "--port", PORT);

        assertThat(run.exit()).isEqualTo(3);
        assertThat(run.err()).contains("./backplane up --detach --port 4999");
    }

    @Test
    void down_leavesAnotherProcessAlone() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            write(".backplane/run/4999.pid", other.pid() + "\n");

            assertThat(commands().run("down", "--port", PORT).out()).startsWith("No suite runs in the background");

            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void script_calledThroughLinks_findsItsFolder() throws Exception {
        Path folder = Files.createDirectories(root.resolve("some/bin"));
        Files.createSymbolicLink(folder.resolve("first"), Path.of("../../backplane"));
        Files.createSymbolicLink(folder.resolve("second"), folder.resolve("first"));

        Run run = run(folder.resolve("second").toString(), "pool", "status");

        assertThat(run.out()).isEqualTo("root " + root.toRealPath() + ", words pool status\n");
    }

    @Test
    void script_withAnUnknownOptionOfUp_isWrongUsage() throws Exception {
        Run run = run("./backplane", "up", "--detached");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).contains("Unknown option of up: '--detached'.", "./backplane help up");
    }

    private Run.Setup commands() {
        return Run.Setup.at(URI.create("http://127.0.0.1:1")).with("BACKPLANE_ROOT", root.toString());
    }

    private Run run(String... words) throws IOException, InterruptedException {
        Path output = root.resolve("output");
        List<String> command = new ArrayList<>(List.of("bash"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(output), "");
    }

    private void script(String file, String text) throws IOException {
        write(file, "#!/usr/bin/env bash\n" + text);
        assertThat(root.resolve(file).toFile().setExecutable(true)).isTrue();
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
