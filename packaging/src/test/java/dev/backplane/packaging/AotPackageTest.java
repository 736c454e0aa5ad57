package dev.backplane.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.platform.rehearsal.Rehearsals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotPackageTest {

    @TempDir
    Path folder;

    private SampleService service;
    private AotPackage aot;

    @BeforeEach
    void checkout() {
        assumeTrue(Architecture.ofThisMachine().isPresent(), Architecture.UNSUPPORTED);
        service = new SampleService(folder.resolve("checkout"));
        aot = new AotPackage(
                service.root(), SampleService.NAME, Architecture.ofThisMachine().orElseThrow());
    }

    // One test, because training is slow.
    @Tag("large")
    @Test
    void zip_runsFromItsCacheInAnyFolder_andIsBuiltAgainWhenAJarChanges() throws Exception {
        service.build("old");
        Path zip = aot.build();
        assertThat(zip).isEqualTo(aot.zip());
        assertThat(Files.size(zip)).isLessThan(50_000_000);
        FileTime built = Files.getLastModifiedTime(zip);

        assertThat(answer(extract(zip, "first"))).isEqualTo("\"old Ada\"");
        assertThat(folder.resolve("classes.log"))
                .content()
                .containsPattern("dev.backplane.sample.ReadItemHandler source: shared objects file")
                .containsPattern("AwsCrtHttpClient source: shared objects file");

        aot.build();
        assertThat(Files.getLastModifiedTime(zip)).as("up to date").isEqualTo(built);

        service.build("new");
        assertThat(answer(extract(aot.build(), "second"))).isEqualTo("\"new Ada\"");
    }

    /** Extracts the zip with its times and permissions, as Lambda does. */
    private Path extract(Path zip, String name) throws IOException {
        Path to = folder.resolve(name);
        try (FileSystem inside = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true));
                Stream<Path> files = Files.walk(inside.getPath("/"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(file.toString().substring(1));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
            }
        }
        return to;
    }

    private String answer(Path function) throws IOException {
        requireCache(function.resolve("bootstrap"));
        try (RecordedAwsServer aws = new RecordedAwsServer();
                FunctionProcess process = new FunctionProcess(new FunctionProcess.Launch(
                        List.of(function.resolve("bootstrap").toString()),
                        folder,
                        SampleService.HANDLER + "::handleRequest",
                        Map.of(
                                "SAMPLE_TABLE", "sample",
                                "AWS_REGION", "us-east-1",
                                // As deployed: the runtime client then reports errors as JSON.
                                "AWS_LAMBDA_LOG_FORMAT", "JSON",
                                "AWS_ACCESS_KEY_ID", "any",
                                "AWS_SECRET_ACCESS_KEY", "any",
                                "AWS_ENDPOINT_URL_DYNAMODB", aws.endpoint().toString())))) {
            assertThatThrownBy(() -> process.invoke(SampleService.FAULT.getBytes(StandardCharsets.UTF_8)))
                    .hasMessageContaining("\"errorMessage\":\"no such key\"")
                    .hasMessageContaining("\"errorType\":\"java.lang.IllegalStateException\"")
                    .hasMessageContaining("ReadItemHandler.java:");
            aws.load(Rehearsals.read(SampleService.REHEARSAL).answers());
            return process.invoke("{}".getBytes(StandardCharsets.UTF_8)).payload();
        }
    }

    /** Makes the JVM fail if it cannot use the cache, and log the classes that it loads. */
    private void requireCache(Path bootstrap) throws IOException {
        String script = Files.readString(bootstrap);
        Files.writeString(
                bootstrap,
                script.replace("-XX:AOTCache", "-XX:AOTMode=on -XX:AOTCache")
                        .replace("-Xlog:all=error:stderr", "-Xlog:class+load:file=" + folder.resolve("classes.log")));
    }
}
