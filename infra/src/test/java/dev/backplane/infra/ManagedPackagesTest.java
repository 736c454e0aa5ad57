package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.settings.Packaging;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests of the packages that {@code mvn package} made of the services; {@code mvn test} does not make them. */
class ManagedPackagesTest {

    static final List<String> SERVICES = TestApp.SERVICES;

    private static final long LIMIT = 20_000_000;

    private static Path folder(String service) {
        FunctionCode code =
                new Workspace(TestApp.ROOT).functionCode(service.toLowerCase(Locale.ROOT), Packaging.SNAPSTART);
        return ((FunctionCode.Managed) code).folder();
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void zip_isAtMostTwentyMegabytes(String service, @TempDir Path temporary) throws IOException {
        assertThat(zipped(folder(service), temporary.resolve("function.zip"))).isBetween(LIMIT / 2, LIMIT);
    }

    /** Zips a folder as the CDK does. */
    private static long zipped(Path folder, Path zip) throws IOException {
        try (OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream out = new ZipOutputStream(file);
                Stream<Path> files = Files.walk(folder)) {
            out.setLevel(Deflater.BEST_COMPRESSION);
            for (Path path : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(folder.relativize(path).toString()));
                Files.copy(path, out);
            }
        }
        return Files.size(zip);
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void lib_hasTheJarsAndTheNativeLibrary(String service) throws IOException {
        Path lib = folder(service).resolve("lib");

        assertThat(lib.resolve("libaws-crt-jni.so")).isRegularFile();
        assertThat(lib.resolve("backplane-" + service.toLowerCase(Locale.ROOT) + ".jar"))
                .isRegularFile();
        try (Stream<Path> files = Files.list(lib)) {
            assertThat(files.filter(file -> file.toString().endsWith(".jar"))).hasSizeGreaterThan(30);
        }
    }
}
