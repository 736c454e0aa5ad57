package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands in documents answer as documented. */
class DocumentsTest {

    @TempDir
    private Path folder;

    @Test
    void readme_answersAsDocumented() throws IOException, InterruptedException {
        assertThat(run(Suite.ROOT.resolve("README.md"), "jq")).endsWith("blocks answered as documented.\n");
    }

    @Test
    void tour_answersAsDocumented() throws IOException, InterruptedException {
        assertThat(run(Suite.ROOT.resolve("docs/tour.md"), "aws", "curl", "jq", "openssl"))
                .endsWith("blocks answered as documented.\n");
    }

    @Test
    void document_withAnotherAnswer_isReported() throws IOException, InterruptedException {
        Path document = Files.writeString(folder.resolve("wrong.md"), """
                ```sh
                curl -s http://127.0.0.1:4510/config.json
                # {"stage":"prod",...}
                ```
                """);

        assertThat(run(document, "curl"))
                .contains("Block 1: expected {\"stage\":\"prod\",")
                .endsWith("1 differences.\n");
    }

    /** Runs a document against a new suite and returns the report. */
    private static String run(Path document, String... tools) throws IOException, InterruptedException {
        for (String tool : tools) {
            assumeTrue(isInstalled(tool), tool + ", which the document uses, is not installed.");
        }
        try (LocalServer server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES))) {
            Process process = new ProcessBuilder(List.of(
                            "node",
                            Suite.ROOT.resolve("docs/tour-test").toString(),
                            "--port",
                            String.valueOf(server.address().getPort()),
                            document.toString()))
                    .redirectErrorStream(true)
                    .start();
            String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return report;
        }
    }

    private static boolean isInstalled(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }
}
