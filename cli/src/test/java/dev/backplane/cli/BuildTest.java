package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** When commands build, what they say about it, and how a build fails. */
@DisabledOnOs(OS.WINDOWS)
class BuildTest {

    @TempDir
    private Path root;

    private Checkout checkout = new Checkout(Path.of(""));

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Checkout.in(root);
        checkout.compile("LocalMain", """
                package dev.backplane.local;
                public class LocalMain {
                    public static void main(String[] words) {
                        System.out.println("runs");
                    }
                }
                """);
        checkout.compile("LocalTemplates", """
                package dev.backplane.infra;
                import java.nio.file.*;
                public class LocalTemplates {
                    public static void main(String[] words) throws Exception {
                        if (Files.exists(Path.of("unknown"))) {
                            System.err.println("The stage has no setting unknown");
                            System.exit(1);
                        }
                        Files.createDirectories(Path.of(words[0]));
                        Files.writeString(Path.of(words[0], "manifest.json"), "new");
                    }
                }
                """);
    }

    private Run up() {
        return checkout.commands().run("up");
    }

    @Test
    void nothingChanged_buildsNothing() throws IOException {
        checkout.change("functions/pool/src/test/LeaseTest.java");

        assertThat(up().out()).isEqualTo("runs" + System.lineSeparator());
        assertThat(checkout.calls()).isEmpty();
    }

    @Test
    void changedCode_isBuilt_andNamed() throws IOException {
        checkout.change("functions/pool/src/main/Lease.java");

        Run up = up();

        assertThat(up.err()).startsWith("Building the suite (functions/pool/src/main/Lease.java changed) ...");
        assertThat(up.out()).contains("runs");
        assertThat(checkout.calls()).singleElement().asString().contains("-pl infra,local/cloud,packaging -am package");
    }

    @Test
    void changedVersion_onlyWritesTheTemplates() throws IOException {
        checkout.change("version.txt");

        Run up = up();

        assertThat(up.exit()).as(up.err()).isZero();
        assertThat(up.err()).startsWith("Writing the templates (version.txt changed) ...");
        assertThat(root.resolve("infra/target/cdk.out/manifest.json")).hasContent("new");
        assertThat(checkout.calls()).isEmpty();
    }

    @Test
    void templatesThatCannotBeWritten_areNotRun() throws IOException {
        checkout.change("version.txt");
        checkout.write("unknown", "");

        Run up = up();

        assertThat(up.exit()).isEqualTo(1);
        assertThat(up.err()).contains("The templates cannot be written: The stage has no setting unknown");
        assertThat(up.out()).isEmpty();
    }

    @Test
    void newCheckout_isBuilt_withDownloadsAndModules() throws IOException {
        Files.delete(root.resolve("local/cloud/target/built"));
        checkout.script("bin/mvn", """
                echo 'Downloading from central: https://repo.example/a.jar'
                echo 'Downloaded from central: https://repo.example/a.jar (1.5 MB at 3 MB/s)'
                echo 'Downloaded from central: https://repo.example/b.jar (500 kB at 3 MB/s)'
                echo '[INFO] Building Backplane pool 1.0.0-SNAPSHOT                [7/14]'
                """);

        assertThat(up().err().lines())
                .containsExactly(
                        "Building the suite (not built yet) ...",
                        "Building the suite: done  0:00  2 downloads, 2.0 MB");
        assertThat(Files.readString(root.resolve(".backplane/build.log"))).contains("Building Backplane pool");
        assertThat(up().err()).isEmpty();
    }

    @Test
    void failedBuild_showsItsErrors_theirCauseAndTheLog() throws IOException {
        Files.delete(root.resolve("local/cloud/target/built"));
        checkout.script("bin/mvn", """
                echo '[ERROR] Failed to execute goal: Could not transfer artifact a from central: Unknown host'
                echo '[ERROR] -> [Help 1]'
                echo '[ERROR] After correcting the problems, you can resume the build with the command'
                echo '[ERROR]   mvn <args> -rf :backplane-pool'
                exit 1
                """);

        Run up = up();

        assertThat(up.exit()).isEqualTo(1);
        assertThat(up.err())
                .contains("failed.", "Could not transfer artifact a", "Check the network", ".backplane/build.log")
                .doesNotContain("[Help", "resume", "-rf");
        assertThat(up.out()).isEmpty();
    }

    @Test
    void failedBuild_withoutErrors_showsTheLastLines() throws IOException {
        Files.delete(root.resolve("local/cloud/target/built"));
        checkout.script("bin/mvn", "for i in $(seq 30); do echo \"line $i.\"; done; exit 1");

        assertThat(up().err()).contains("line 30.", "line 11.").doesNotContain("line 10.");
    }

    @Test
    void stoppedBuild_endsQuietly() throws IOException {
        Files.delete(root.resolve("local/cloud/target/built"));
        checkout.script("bin/mvn", "echo '[ERROR] Failed to execute goal'; exit 130");

        Run up = up();

        assertThat(up.exit()).isEqualTo(130);
        assertThat(up.err()).endsWith("Stopped." + System.lineSeparator()).doesNotContain("Failed");
    }

    @Test
    void missingTools_areNamedTogether() throws IOException {
        checkout.change("functions/pool/src/main/Lease.java");
        Files.delete(root.resolve("bin/mvn"));
        checkout.script("bin/node", "echo v18.0.0");

        Run up =
                checkout.commands().with("PATH", root.resolve("bin").toString()).run("up");

        assertThat(up.exit()).isEqualTo(1);
        assertThat(up.err()).contains("Missing: Maven.", "Missing: Node.js 20 or newer", "https://nodejs.org");
    }

    @Test
    void builtSuite_needsNeitherMavenNorNode() {
        Run up = checkout.commands().with("PATH", "/nowhere").run("up");

        assertThat(up.exit()).as(up.err()).isZero();
    }

    @Test
    void test_passesItsOptionsToMaven_andPrintsItsLines() throws IOException {
        checkout.script("bin/mvn", """
                echo "mvn $*" >> ROOT/calls
                echo 'Downloaded from central: https://repo.example/a.jar (1.5 MB at 3 MB/s)'
                echo '[INFO] Tests run: 3'
                """.replace("ROOT", root.toString()));

        Run test = checkout.commands()
                .with("BACKPLANE_MAVEN_ARGS", "-Dmaven.repo.local=/somewhere  -o")
                .run("test", "-Pall", "-Dtest=A", "-pl", "cli");

        assertThat(test.exit()).as(test.err()).isZero();
        assertThat(test.err()).contains("[INFO] Tests run: 3").doesNotContain("Downloaded from");
        assertThat(checkout.calls())
                .singleElement()
                .asString()
                .contains(
                        "-Dmaven.repo.local=/somewhere -o verify -T 1.5C -Dcdk.validation=true -Pall -Dtest=A -pl cli")
                .contains("-Dnode.major=22");
    }

    @Test
    void bench_listsWithoutABuild() throws IOException {
        Files.createDirectories(root.resolve("bench/src/main/resources"));
        Files.copy(
                Path.of("../bench/src/main/resources/benchmarks.txt"),
                root.resolve("bench/src/main/resources/benchmarks.txt"));

        assertThat(checkout.commands().run("bench").out()).contains("name", "cold-start", "restore");
        assertThat(checkout.commands().run("bench", "-o", "json").out()).contains("\"name\" : \"cold-start\"");
        assertThat(checkout.calls()).isEmpty();
    }

    @Test
    void packages_ofUnknownServices_areWrongUsage() throws IOException {
        assertThat(checkout.commands().run("package", "aot", "poll").exit()).isEqualTo(2);
        assertThat(checkout.commands().run("package", "zip").exit()).isEqualTo(2);
        assertThat(checkout.calls()).isEmpty();
    }

    @Test
    void release_hasNoSources() throws IOException {
        checkout.write("lib/cli.classpath", "");

        Run test = checkout.commands().run("test");

        assertThat(test.exit()).isEqualTo(2);
        assertThat(test.err()).contains("A release has no sources.");
    }
}
