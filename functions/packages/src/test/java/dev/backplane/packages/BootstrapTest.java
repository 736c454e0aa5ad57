package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootstrapTest {

    @TempDir
    Path folder;

    @Test
    void bootstrap_whenTheCacheDoesNotFit_saysNothingAboutItAndStartsWithout() throws Exception {
        Files.writeString(folder.resolve("unusable.aot"), "no cache");

        assertThat(run("unusable.aot"))
                .doesNotContain("[aot]")
                .as("the package has no classes, which is an error to tell of")
                .contains("Could not find or load main class");
    }

    /** Runs what Lambda runs, on the Java of this test, and returns all that it writes. */
    private String run(String cache) throws IOException, InterruptedException {
        Path java = folder.resolve("java/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\nexec '" + System.getProperty("java.home") + "/bin/java' \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Bootstrap.write(folder, cache);
        ProcessBuilder builder = new ProcessBuilder(folder.resolve("bootstrap").toString()).redirectErrorStream(true);
        builder.environment().put("_HANDLER", "none");
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = builder.start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }
}
