package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedJarTest {

    private static final String MANIFEST = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";

    @TempDir
    private Path folder;

    /** Writes a jar of texts: names and contents in turn. */
    private Path jar(String name, String... texts) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        for (int i = 0; i < texts.length; i += 2) {
            entries.put(texts[i], texts[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return TestTypes.jar(folder.resolve(name), entries);
    }

    private Path merged(Path... jars) throws IOException {
        Path to = folder.resolve("merged.jar");
        MergedJar.write(List.of(jars), to);
        return to;
    }

    private static Map<String, String> texts(Path jar) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
                texts.put(entry.getName(), new String(PlainJar.read(zip, entry.getName()), StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    private static List<String> lines(Map<String, String> texts, String name) {
        return Objects.requireNonNull(texts.get(name)).lines().toList();
    }

    @Test
    void entries_areInOrderAfterAManifestOfItsOwn() throws IOException {
        Path merged = merged(
                jar("one.jar", "b.txt", "b", "META-INF/MANIFEST.MF", MANIFEST, "A.txt", "a"),
                jar("two.jar", "a.txt", "c", "META-INF/MANIFEST.MF", "another"));

        assertThat(texts(merged).keySet()).containsExactly("META-INF/MANIFEST.MF", "A.txt", "a.txt", "b.txt");
        assertThat(texts(merged)).containsEntry("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\n\r\n");
    }

    /** Asks for its version, as the runtime client does. */
    static final class Curious {

        private Curious() {}

        static String version() {
            return Objects.toString(Curious.class.getPackage().getImplementationVersion());
        }
    }

    @Test
    void version_isToldToWhoAsksForIt() throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\r\nImplementation-Version: 2.9\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        entries.put(TestTypes.entryOf(Curious.class), TestTypes.bytesOf(Curious.class));
        Path merged = merged(
                TestTypes.jar(folder.resolve("one.jar"), entries), jar("two.jar", "META-INF/MANIFEST.MF", MANIFEST));

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {merged.toUri().toURL()}, null)) {
            Method version = loader.loadClass(Curious.class.getName()).getDeclaredMethod("version");
            version.setAccessible(true);
            assertThat(version.invoke(null)).isEqualTo("2.9");
        }
    }

    @Test
    void lists_areJoinedLineByLine() throws IOException {
        String services = "META-INF/services/any.Service";
        String interceptors = "any/global/handlers/execution.interceptors";

        Map<String, String> texts = texts(merged(
                jar("one.jar", services, "one.Service", interceptors, "one.First\none.Second"),
                jar("two.jar", services, "# a comment\ntwo.Service\n", interceptors, "two.First")));

        assertThat(lines(texts, services)).containsExactly("one.Service", "# a comment", "two.Service");
        assertThat(lines(texts, interceptors)).containsExactly("one.First", "one.Second", "two.First");
    }

    @Test
    void terms_areKeptForEachJar() throws IOException {
        assertThat(texts(merged(
                        jar("one.jar", "META-INF/LICENSE", "one", "META-INF/FastDoubleParser-NOTICE", "fast"),
                        jar("two.jar", "META-INF/LICENSE", "two", "META-INF/NOTICE.txt", "noted"))))
                .containsEntry("META-INF/terms/one.jar/LICENSE", "one")
                .containsEntry("META-INF/terms/one.jar/FastDoubleParser-NOTICE", "fast")
                .containsEntry("META-INF/terms/two.jar/LICENSE", "two")
                .containsEntry("META-INF/terms/two.jar/NOTICE.txt", "noted")
                .hasSize(5);
    }

    @Test
    void versionsForThisJava_takeThePlaceOfOlderOnes() throws IOException {
        assertThat(texts(merged(jar(
                        "one.jar",
                        "META-INF/MANIFEST.MF",
                        MANIFEST,
                        "a.txt",
                        "old",
                        "META-INF/versions/9/a.txt",
                        "newer",
                        "META-INF/versions/17/a.txt",
                        "newest",
                        "META-INF/versions/999/a.txt",
                        "too new",
                        "META-INF/versions/11/only.txt",
                        "added"))))
                .containsEntry("a.txt", "newest")
                .containsEntry("only.txt", "added")
                .hasSize(3);
    }

    @Test
    void descriptionsOfModulesAndLeftovers_areDropped() throws IOException {
        assertThat(texts(merged(jar(
                        "one.jar",
                        "META-INF/MANIFEST.MF",
                        MANIFEST,
                        "module-info.class",
                        "any",
                        "META-INF/versions/9/module-info.class",
                        "any",
                        "META-INF/maven/pom.xml",
                        "any",
                        "folder/",
                        "",
                        "folder/a.txt",
                        "a"))))
                .containsOnlyKeys("META-INF/MANIFEST.MF", "folder/a.txt");
    }

    @Test
    void equalEntriesOfTwoJars_areOne() throws IOException {
        assertThat(texts(merged(jar("one.jar", "a.txt", "a"), jar("two.jar", "a.txt", "a"))))
                .containsEntry("a.txt", "a")
                .hasSize(2);
    }

    @Test
    void differentEntriesOfOneName_areRefused() throws IOException {
        Path one = jar("one.jar", "a.txt", "a");
        Path two = jar("two.jar", "a.txt", "b");

        assertThatThrownBy(() -> merged(one, two))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.txt")
                .hasMessageContaining("two.jar");
    }

    @Test
    void signatures_areRefused() throws IOException {
        Path signed = jar("one.jar", "META-INF/ANY.SF", "any");

        assertThatThrownBy(() -> merged(signed)).hasMessageContaining("META-INF/ANY.SF");
    }

    @Test
    void classes_areLean() throws IOException {
        String name = TestTypes.entryOf(LeanSample.class);
        byte[] original = TestTypes.bytesOf(LeanSample.class);

        Path merged = merged(TestTypes.jar(folder.resolve("one.jar"), Map.of(name, original)));

        try (ZipFile zip = new ZipFile(merged.toFile())) {
            assertThat(PlainJar.read(zip, name)).hasSizeLessThan(original.length);
        }
    }

    @Test
    void equalJars_giveEqualBytes() throws IOException {
        byte[] once =
                Files.readAllBytes(merged(jar("one.jar", "a.txt", "a", "b.txt", "b"), jar("two.jar", "c.txt", "c")));
        byte[] again =
                Files.readAllBytes(merged(jar("one.jar", "b.txt", "b", "a.txt", "a"), jar("two.jar", "c.txt", "c")));

        assertThat(again).isEqualTo(once);
    }
}
