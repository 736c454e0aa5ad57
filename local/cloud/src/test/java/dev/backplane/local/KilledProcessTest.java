package dev.backplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(900)
class KilledProcessTest {

    private static final int ROUNDS = 3;
    private static final int ANSWERS = 10;

    @TempDir
    private Path templates;

    @TempDir
    private Path data;

    @TempDir
    private Path temporary;

    @Test
    void transactions_thatWereAnswered_surviveAKilledProcess() throws Exception {
        ThingsCloud.options(templates);
        List<String> answered = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            answered.addAll(writeUntilKilled(round * 1_000));
            assertThat(openToOthers()).isEmpty();
        }
        try (LocalCloud cloud =
                LocalCloud.start(LocalCloud.Options.of(templates).withData(data))) {
            for (String key : answered) {
                assertThat(TransactionWriter.call(
                                        cloud.owner(),
                                        "GetItem",
                                        "{\"TableName\": \"Things\", \"Key\": {\"PK\": {\"S\": \"" + key + "\"}}}")
                                .has("Item"))
                        .as(key)
                        .isTrue();
            }
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(Path::getFileName).map(Path::toString).filter(name -> !name.startsWith("hsperf")))
                    .isEmpty();
        }
        assertThat(readableByOthers(data)).isEmpty();
    }

    /** Returns the keys that the process printed before it was killed. */
    private List<String> writeUntilKilled(int firstKey) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        TransactionWriter.class.getName(),
                        templates.toString(),
                        data.toString(),
                        Integer.toString(firstKey))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> answered = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                answered.add(line);
                if (answered.size() == ANSWERS) {
                    process.toHandle().destroyForcibly(); // its last lines can still be read
                }
                line = lines.readLine();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(answered).hasSizeGreaterThanOrEqualTo(ANSWERS);
        return answered;
    }

    /** Returns the files that other users can access. */
    private List<Path> openToOthers() throws IOException {
        return isOpen(data) ? List.of(data) : List.of();
    }

    private static List<Path> readableByOthers(Path folder) throws IOException {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList()) {
                if (isOpen(path)) {
                    open.add(path);
                }
            }
        }
        return open;
    }

    private static boolean isOpen(Path path) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        return permissions.contains(PosixFilePermission.GROUP_READ)
                || permissions.contains(PosixFilePermission.OTHERS_READ);
    }
}
