package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import org.junit.jupiter.api.Test;

/** The command that fills the pool of the running suite. */
class PoolSeedTest {

    @Test
    void seed_ofMoreThanThePoolTakes_namesTheLimitAndTheSetting() {
        try (LocalServer server = Suite.serve(
                LocalCloud.Options.of(Suite.TEMPLATES).withEdit((_, template) -> limitPool(template, "3")))) {
            CommandLineRun commands = new CommandLineRun(server.address());

            CommandLineRun.Outcome within = commands.run("pool seed 3");
            assertThat(within.out()).contains("3 of 3 accounts are available");
            assertThat(within.exit()).isZero();

            CommandLineRun.Outcome beyond = commands.run("pool seed 5");
            assertThat(beyond.out()).contains("3 of 5 accounts are available");
            assertThat(beyond.err()).contains("its limit is 3 accounts", "poolMaxAccounts");
            assertThat(beyond.exit()).isEqualTo(1);
        }
    }

    private static void limitPool(ObjectNode template, String limit) {
        for (JsonNode resource : template.path("Resources")) {
            if (resource.at("/Properties/Environment/Variables") instanceof ObjectNode variables
                    && variables.has("POOL_TABLE")) {
                variables.put("POOL_MAX_ACCOUNTS", limit);
            }
        }
    }
}
