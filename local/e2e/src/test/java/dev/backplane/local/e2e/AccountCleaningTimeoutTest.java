package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalServer;
import dev.backplane.local.codebuild.Build;
import dev.backplane.local.codebuild.BuildOutcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds that never end, with a time limit of one second for each attempt. */
class AccountCleaningTimeoutTest {

    private static LocalServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = CleaningSuite.start(
                folder,
                (_, template) -> template.path("Resources").forEach(resource -> {
                    if (resource.at("/Properties/DefinitionSubstitutions/AttemptSeconds")
                            .isTextual()) {
                        ((ObjectNode) resource.at("/Properties/DefinitionSubstitutions")).put("AttemptSeconds", "1");
                    }
                }));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void buildThatNeverEnds_isStopped_alsoIfStepFunctionsDoesNot_andFailsAfterThreeAttempts() {
        server.cloud()
                .faults()
                .answer(
                        1000,
                        call -> call.session().endsWith("account-cleanup") && call.is("codebuild", "StopBuild"),
                        "AccessDeniedException");
        PoolAccounts pool = new PoolAccounts(server);
        String account = pool.available();
        server.cloud().builds().plan(_ -> true, BuildOutcome.NEVER, BuildOutcome.NEVER, BuildOutcome.NEVER);
        pool.mark(account, "dirty");

        Suite.await(() -> pool.api().get("/pool/accounts/" + account).at("status"), "failed"::equals);
        List<Build> builds = server.cloud().builds().builds();
        assertThat(builds).extracting(Build::status).containsExactly("STOPPED", "STOPPED", "STOPPED");
        JsonNode attempts =
                pool.api().get("/pool/accounts/" + account + "/cleanups").json().path("items");
        assertThat(attempts).hasSize(3).allSatisfy(attempt -> {
            assertThat(attempt.path("message").asText()).isEqualTo("The build did not end in time.");
            assertThat(attempt.path("buildId").asText()).isNotEmpty();
        });
    }
}
