package dev.backplane.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The committed bundle is what its source gives. */
class BundleTest {

    private record Result(int exitCode, String output) {}

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        assertThat(run("node", "install.mjs")).returns(0, Result::exitCode);
    }

    @Test
    void source_hasNoTypeErrors() throws IOException, InterruptedException {
        assertThat(run("node_modules/.bin/tsc", "--noEmit")).isEqualTo(new Result(0, ""));
    }

    @Test
    void bundle_matchesItsSourceAndIsSmall() throws IOException, InterruptedException {
        assertThat(run("node", "build.mjs", "--check")).returns(0, Result::exitCode);
    }

    @Test
    void lockFile_namesNoRegistry() throws IOException {
        assertThat(Files.readString(Path.of("package-lock.json")))
                .contains("\"esbuild\"")
                .doesNotContain("\"resolved\": \"http", "https://registry");
    }

    private static Result run(String... command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }
}
