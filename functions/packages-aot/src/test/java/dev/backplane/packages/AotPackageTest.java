package dev.backplane.packages;

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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotPackageTest {

    @TempDir
    Path folder;

    private MiniService service;
    private AotPackage aot;

    @BeforeEach
    void checkout() {
        assumeTrue(Architecture.ofThisMachine().isPresent(), Architecture.ADVICE);
        service = new MiniService(folder.resolve("checkout"));
        aot = new AotPackage(
                service.root(), MiniService.NAME, Architecture.ofThisMachine().orElseThrow());
    }

    // One test, as it takes a while: what is trained is what runs, wherever it is unpacked, and never older code.
    @Test
    void zip_runsFromItsCacheElsewhereUntilAJarChanges() throws Exception {
        service.build("old");
        Path zip = aot.build();
        assertThat(zip).isEqualTo(aot.zip()).hasFileName(zip.getFileName().toString());
        assertThat(Files.size(zip)).isLessThan(50_000_000);

        assertThat(answer(unpack(zip, "first"))).isEqualTo("\"old Ada\"");
        assertThat(folder.resolve("classes.log"))
                .content()
                .containsPattern("dev.backplane.mini.ReadItemHandler source: shared objects file")
                .containsPattern("AwsCrtHttpClient source: shared objects file");

        assertThat(aot.build()).isEqualTo(zip);
        service.build("new");
        assertThat(aot.zip()).isNotEqualTo(zip).doesNotExist();

        assertThat(answer(unpack(aot.build(), "second"))).isEqualTo("\"new Ada\"");
        assertThat(zip).doesNotExist();
    }

    /** Unpacks as others do, with times and rights as the zip has them. */
    private Path unpack(Path zip, String name) throws IOException {
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
        watch(function.resolve("bootstrap"));
        try (Replay aws = new Replay();
                FunctionProcess process = new FunctionProcess(new FunctionProcess.Launch(
                        List.of(function.resolve("bootstrap").toString()),
                        folder,
                        MiniService.HANDLER + "::handleRequest",
                        Map.of(
                                "MINI_TABLE", "mini",
                                "AWS_REGION", "us-east-1",
                                // As infra asks Lambda for it: the runtime client then writes JSON too.
                                "AWS_LAMBDA_LOG_FORMAT", "JSON",
                                "AWS_ACCESS_KEY_ID", "any",
                                "AWS_SECRET_ACCESS_KEY", "any",
                                "AWS_ENDPOINT_URL_DYNAMODB", aws.endpoint().toString())))) {
            assertThatThrownBy(() -> process.invoke(MiniService.FAULT.getBytes(StandardCharsets.UTF_8)))
                    .hasMessageContaining("\"errorMessage\":\"no such key\"")
                    .hasMessageContaining("\"errorType\":\"java.lang.IllegalStateException\"")
                    .hasMessageContaining("ReadItemHandler.java:");
            aws.load(Rehearsals.read(MiniService.REHEARSAL).answers());
            return process.invoke("{}".getBytes(StandardCharsets.UTF_8)).payload();
        }
    }

    /** Has a JVM that cannot use its cache end at once instead of starting slowly, and all others tell of their classes. */
    private void watch(Path bootstrap) throws IOException {
        String script = Files.readString(bootstrap);
        Files.writeString(
                bootstrap,
                script.replace("-XX:AOTCache", "-XX:AOTMode=on -XX:AOTCache")
                        .replace("-Xlog:all=error:stderr", "-Xlog:class+load:file=" + folder.resolve("classes.log")));
    }
}
