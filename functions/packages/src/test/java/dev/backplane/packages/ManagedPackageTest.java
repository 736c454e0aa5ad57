package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedPackageTest {

    @TempDir
    Path folder;

    private Path jar(String name, String... entries) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.repeat(50).getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private Path crt() throws IOException {
        return jar("aws-crt.jar", Architecture.ARM64.crtLibrary(), "META-INF/native-image/x.json", "a.txt");
    }

    private static List<ZipEntry> entries(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().<ZipEntry>map(entry -> entry).toList();
        }
    }

    @Test
    void jars_areStoredInOrderWithoutLeftovers() throws IOException {
        Path service = jar("backplane-service.jar", "b.txt", "META-INF/maven/pom.xml", "a.txt", "META-INF/MANIFEST.MF");

        ManagedPackage.write(List.of(service, crt()), folder.resolve("function"));

        assertThat(entries(folder.resolve("function/lib/backplane-service.jar")))
                .allSatisfy(entry -> assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED))
                .extracting(ZipEntry::getName)
                .containsExactly("META-INF/MANIFEST.MF", "a.txt", "b.txt");
    }

    @Test
    void nativeLibrary_liesBesideTheJarsWhereLambdaLooksForIt() throws IOException {
        ManagedPackage.write(List.of(jar("backplane-service.jar", "a.txt"), crt()), folder.resolve("function"));

        assertThat(folder.resolve("function/lib/libaws-crt-jni.so"))
                .content()
                .startsWith(Architecture.ARM64.crtLibrary());
        assertThat(entries(folder.resolve("function/lib/aws-crt.jar")))
                .extracting(ZipEntry::getName)
                .containsExactly("a.txt");
    }

    @Test
    void write_whenNoJarHasTheNativeLibrary_says() throws IOException {
        Path service = jar("backplane-service.jar", "a.txt");

        assertThatThrownBy(() -> ManagedPackage.write(List.of(service), folder.resolve("function")))
                .hasMessageContaining(Architecture.ARM64.crtLibrary());
    }

    @Test
    void equalSources_giveEqualBytesAndTimes() throws IOException {
        ManagedPackage.write(List.of(jar("backplane-service.jar", "a.txt", "b.txt"), crt()), folder.resolve("one"));
        ManagedPackage.write(List.of(crt(), jar("backplane-service.jar", "b.txt", "a.txt")), folder.resolve("two"));

        assertThat(contents("one")).isEqualTo(contents("two")).hasSize(3);
        assertThat(Files.getLastModifiedTime(folder.resolve("one/lib/backplane-service.jar"))
                        .toInstant())
                .isEqualTo(FixedTime.INSTANT);
    }

    private Map<String, String> contents(String name) throws IOException {
        Map<String, String> contents = new LinkedHashMap<>();
        try (var files = Files.walk(folder.resolve(name))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                contents.put(
                        folder.resolve(name).relativize(file).toString(),
                        Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    @Test
    void classes_loseTheNamesOfVariablesAndNothingElse() throws Exception {
        byte[] original;
        try (InputStream in = Variables.class.getResourceAsStream("ManagedPackageTest$Variables.class")) {
            original = in.readAllBytes();
        }
        byte[] slim = SlimClass.of(original);

        assertThat(slim).hasSizeLessThan(original.length);
        Class<?> loaded = new ClassLoader(null) {
            Class<?> define() {
                return defineClass(Variables.class.getName(), slim, 0, slim.length);
            }
        }.define();
        var method = loaded.getDeclaredMethod("sum", int.class);
        method.setAccessible(true);
        assertThat(method.invoke(null, 4)).isEqualTo(10L);
    }

    /** Has variables, a loop that needs stack maps, and a constant of eight bytes. */
    static final class Variables {

        private Variables() {}

        static long sum(int limit) {
            long total = 4_000_000_000L;
            for (int i = 1; i <= limit; i++) {
                total += i;
            }
            return total - 4_000_000_000L;
        }
    }
}
