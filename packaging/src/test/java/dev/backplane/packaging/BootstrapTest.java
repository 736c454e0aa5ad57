package dev.backplane.packaging;

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
    void bootstrap_whenTheCacheCannotBeUsed_startsWithoutItAndLogsNothing() throws Exception {
        Files.writeString(folder.resolve(Bootstrap.CACHE), "no cache");

        assertThat(run())
                .doesNotContain("[aot]")
                .as("the error of a package without classes")
                .contains("Could not find or load main class");
    }

    /** Runs the script with the Java of this test, and returns its output. */
    private String run() throws IOException, InterruptedException {
        Path java = folder.resolve("java/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\nexec '" + System.getProperty("java.home") + "/bin/java' \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(folder.resolve(Bootstrap.LIB));
        new Bootstrap(folder).write();
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
