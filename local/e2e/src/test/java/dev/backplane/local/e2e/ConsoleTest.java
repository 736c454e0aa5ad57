package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the tests of the console in a browser against a suite of its own. Screenshots are in {@code target/console}. */
@Timeout(900)
class ConsoleTest {

    private static final Path CONSOLE = Suite.ROOT.resolve("console");
    private static final List<Path> BROWSERS =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

    @Test
    void console_worksInABrowser() throws IOException, InterruptedException {
        Optional<Path> browser = BROWSERS.stream().filter(Files::isExecutable).findFirst();
        assumeTrue(browser.isPresent(), "No browser is installed: apt-get install chromium");
        assertThat(run(new ProcessBuilder("node", "install.mjs"))).isEmpty();

        try (LocalServer server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES))) {
            ProcessBuilder tests = new ProcessBuilder("npm", "test", "--silent");
            tests.environment().put("BACKPLANE_URL", server.address().toString());
            tests.environment().put("CHROMIUM", browser.orElseThrow().toString());
            tests.environment()
                    .put(
                            "SCREENSHOTS",
                            Path.of("target/console").toAbsolutePath().toString());
            assertThat(run(tests)).contains("fail 0");
        }
    }

    /** Returns the output of a command that must succeed. */
    private static String run(ProcessBuilder command) throws IOException, InterruptedException {
        Process process =
                command.directory(CONSOLE.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
