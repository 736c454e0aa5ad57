package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command that fills the pool of the running suite. */
class PoolSeedTest {

    @TempDir
    private Path folder;

    private record Run(int exit, String output) {}

    @Test
    void seed_ofMoreThanThePoolTakes_namesTheLimitAndTheSetting() throws IOException, InterruptedException {
        try (LocalServer server = Suite.serve(
                LocalCloud.Options.of(Suite.TEMPLATES).withEdit((_, template) -> limitPool(template, "3")))) {
            String port = Integer.toString(server.address().getPort());

            Run within = seed("--port", port, "3");
            assertThat(within.output()).contains("3 of 3 accounts are available");
            assertThat(within.exit()).isZero();

            Run beyond = seed("--port", port, "5");
            assertThat(beyond.output())
                    .contains("3 of 5 accounts are available", "its limit is 3 accounts", "poolMaxAccounts");
            assertThat(beyond.exit()).isNotZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10001", "20000", "many"})
    void seed_ofMoreThanAnyPoolMayHold_isRefused(String count) throws IOException, InterruptedException {
        Run run = seed(count);

        assertThat(run.output()).contains("COUNT must be a number from 1 to 10000.");
        assertThat(run.exit()).isNotZero();
    }

    private static void limitPool(ObjectNode template, String limit) {
        for (JsonNode resource : template.path("Resources")) {
            if (resource.at("/Properties/Environment/Variables") instanceof ObjectNode variables
                    && variables.has("POOL_TABLE")) {
                variables.put("POOL_MAX_ACCOUNTS", limit);
            }
        }
    }

    private Run seed(String... arguments) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder command = new ProcessBuilder(
                        "bash", Suite.ROOT.resolve("backplane").toString(), "pool", "seed")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        command.command().addAll(List.of(arguments));
        Process process = command.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(output));
    }
}
