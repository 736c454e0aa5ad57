package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./backplane}, with scripts in place of Java. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    @TempDir
    private Path root;

    private Checkout checkout = new Checkout(Path.of(""));

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Checkout.in(root);
        checkout.write("jdk/release", "JAVA_VERSION=\"25\"\n");
        checkout.script("jdk/bin/javac", "");
        checkout.script("jdk/bin/java", """
                case "$*" in
                  *BuildMain.java*)
                    echo "building"
                    touch -t 209901010000 "$BACKPLANE_ROOT/cli/target/backplane-cli.jar"
                    [ ! -f "$BACKPLANE_ROOT/broken" ] || exit 7 ;;
                  *) echo "root $BACKPLANE_ROOT, words ${*: -2}, class path $(sed 's/.*-cp \\([^ ]*\\) .*/\\1/' <<<"$*")" ;;
                esac
                """);
    }

    @Test
    void script_startsTheCommandLine() throws Exception {
        assertThat(run("./backplane", "pool", "status").out())
                .isEqualTo("root " + root.toRealPath() + ", words pool status, class path " + root.toRealPath()
                        + "/.backplane/cli/cli.jar:" + root + "/classes\n");
    }

    @Test
    void script_calledThroughLinks_findsItsFolder() throws Exception {
        Path folder = Files.createDirectories(root.resolve("some/bin"));
        Files.createSymbolicLink(folder.resolve("first"), Path.of("../../backplane"));
        Files.createSymbolicLink(folder.resolve("second"), folder.resolve("first"));

        Run run = run(folder.resolve("second").toString(), "pool", "status");

        assertThat(run.out()).startsWith("root " + root.toRealPath() + ", words pool status");
    }

    @Test
    void script_buildsAChangedCommandLine() throws Exception {
        checkout.change("cli/src/main/Some.java");

        assertThat(run("./backplane", "pool", "status").out()).startsWith("building\nroot ");
        assertThat(run("./backplane", "pool", "status").out()).startsWith("root ");
    }

    @Test
    void script_withAMissingLibrary_builds() throws Exception {
        Files.delete(root.resolve("classes"));

        assertThat(run("./backplane", "pool", "status").out()).startsWith("building\nroot ");
    }

    @Test
    void script_whoseBuildFails_endsWithItsExitCode() throws Exception {
        checkout.change("cli/src/main/Some.java");
        checkout.write("broken", "");

        Run run = run("./backplane", "pool", "status");

        assertThat(run.exit()).isEqualTo(7);
        assertThat(run.out()).isEqualTo("building\n");
    }

    @Test
    void script_ofARelease_buildsNothing() throws Exception {
        checkout.write("lib/cli.classpath", "lib/a.jar:lib/b.jar\n");

        assertThat(run("./backplane", "pool", "status").out())
                .isEqualTo("root " + root.toRealPath() + ", words pool status, class path " + root.toRealPath()
                        + "/lib/a.jar:" + root.toRealPath() + "/lib/b.jar\n");
    }

    @Test
    void script_isShort() throws IOException {
        assertThat(Files.readAllLines(root.resolve("backplane"))).hasSizeLessThanOrEqualTo(80);
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
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(output), "");
    }
}
