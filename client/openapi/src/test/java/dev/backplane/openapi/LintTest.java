package dev.backplane.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Redocly (recommended-strict) and Spectral (spectral:oas) find nothing. */
@Tag("large")
@Timeout(600)
class LintTest {

    @Test
    void descriptions_haveNoFindings() throws IOException, InterruptedException {
        assumeTrue(
                run("npm", "ci", "--ignore-scripts").status() == 0,
                "The npm packages of client/lint cannot be installed here.");

        Result lint = run("npm", "run", "lint");

        assertThat(lint.status()).as(lint.output()).isZero();
        // npm and Redocly may warn of the version of Node.js, which is no finding.
        assertThat(lint.output())
                .contains("Your API descriptions are valid", "No results with a severity of 'hint' or higher found")
                .doesNotContainPattern("You have \\d+ warning");
    }

    private record Result(int status, String output) {}

    private static Result run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(new File("../lint"))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }
}
