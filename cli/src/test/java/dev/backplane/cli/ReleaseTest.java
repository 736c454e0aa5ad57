package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The release archive: what is in it, and that it runs without Maven and Node.js. */
@DisabledOnOs(OS.WINDOWS)
class ReleaseTest {

    private static final String LIBRARY = "software/amazon/dynamodb/DynamoDBLocal/9.9.9/DynamoDBLocal-9.9.9.jar";

    @TempDir
    private Path root;

    @TempDir
    private Path unpacked;

    private Checkout checkout = new Checkout(Path.of(""));

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Checkout.in(root);
        checkout.write("LICENSE", "Apache");
        checkout.write("docs/cost.md", "# Cost");
        checkout.write("events/One.json", "{}");
        checkout.write("infra/target/cdk.out/Pool.template.json", "{}");
        checkout.write("infra/target/cdk.out/asset.1.json", "{}");
        checkout.write("infra/target/cdk.out/asset.2/lib/big.json", "{}");
        checkout.write("infra/target/cdk.out/asset.3.zip", "");
        checkout.write("libraries/suite.jar", "");
        checkout.write("repository/" + LIBRARY, "library");
        checkout.write(
                "local/cloud/target/classpath",
                root.resolve("libraries/suite.jar") + ":" + root.resolve("repository/" + LIBRARY) + "\n");
        checkout.write(
                "cli/target/classpath", root.resolve("libraries/suite.jar").toString());
    }

    private Path unpack() throws IOException {
        Run run = checkout.commands().run("package", "suite");
        assertThat(run.exit()).as(run.err()).isZero();
        Path archive = Path.of(run.out().strip());
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("enablePosixFileAttributes", "true"));
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = unpacked.resolve(file.toString().substring(1));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
                Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(file));
            }
        }
        return unpacked.resolve("backplane");
    }

    @Test
    void archive_hasLauncherJarsAndTemplates_butNoPackagesAndNoDynamoDbLocal() throws IOException {
        Path release = unpack();

        try (Stream<Path> files = Files.walk(release)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> release.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "backplane",
                            "LICENSE",
                            "docs/cost.md",
                            "events/One.json",
                            "templates/manifest.json",
                            "templates/Pool.template.json",
                            "templates/asset.1.json",
                            "lib/backplane-cli.jar",
                            "lib/backplane-local-cloud.jar",
                            "lib/suite.jar",
                            "lib/cli.classpath",
                            "lib/local-cloud.classpath",
                            "lib/downloads.txt");
        }
        assertThat(Files.getPosixFilePermissions(release.resolve("backplane")))
                .contains(PosixFilePermission.OWNER_EXECUTE);
        assertThat(release.resolve("lib/local-cloud.classpath"))
                .hasContent("lib/backplane-local-cloud.jar:lib/suite.jar:lib/DynamoDBLocal-9.9.9.jar");
    }

    @Test
    void firstStart_downloadsTheMissingLibrary() throws IOException {
        Path release = unpack();

        Run run = up(release, "library");

        assertThat(run.err()).contains("Downloading DynamoDBLocal-9.9.9.jar ...", "done");
        assertThat(release.resolve("lib/DynamoDBLocal-9.9.9.jar")).hasContent("library");
        assertThat(up(release, "other").err()).doesNotContain("Downloading");
    }

    @Test
    void changedLibrary_isRefused() throws IOException {
        Path release = unpack();

        Run run = up(release, "changed");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("DynamoDBLocal-9.9.9.jar has a wrong checksum");
        try (Stream<Path> files = Files.list(release.resolve("lib"))) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("Dynamo"));
        }
    }

    @Test
    void unreachableRepository_isExitCode3() throws IOException {
        Run run = checkout.commands()
                .with("BACKPLANE_ROOT", unpack().toString())
                .with("BACKPLANE_MAVEN_REPOSITORY", "http://127.0.0.1:1")
                .run("up");

        assertThat(run.exit()).isEqualTo(3);
        assertThat(run.err()).contains("cannot be downloaded", "BACKPLANE_MAVEN_REPOSITORY");
    }

    private Run up(Path release, String content) throws IOException {
        HttpServer repository = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        repository.createContext("/maven/" + LIBRARY, exchange -> {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        repository.start();
        try {
            return checkout.commands()
                    .with("BACKPLANE_ROOT", release.toString())
                    .with(
                            "BACKPLANE_MAVEN_REPOSITORY",
                            "http://127.0.0.1:" + repository.getAddress().getPort() + "/maven")
                    .with("PATH", "/nowhere")
                    .run("up");
        } finally {
            repository.stop(0);
        }
    }
}
