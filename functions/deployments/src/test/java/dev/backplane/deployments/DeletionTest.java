package dev.backplane.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeletionTest {

    @ParameterizedTest
    @CsvSource({
        "INITIALIZED, false, false, RemoveRow",
        "INITIALIZED, true, false, RemoveRow",
        "FINISHED, false, false, RemoveRow",
        "FINISHED, true, false, RequestDestroy",
        "FINISHED, true, true, RequestDestroy",
        "CREATE_FAILED, false, false, RemoveRow",
        "CREATE_FAILED, true, false, RequestDestroy",
        "DESTROY_FAILED, false, false, RemoveRow",
        "DESTROY_FAILED, true, false, RequestDestroy",
        "DESTROY_REQUESTED, true, true, RemoveRow",
        "DESTROY_REQUESTED, true, false, DestroyInProgress",
        "DESTROY_IN_PROGRESS, true, true, RemoveRow",
        "DESTROY_IN_PROGRESS, false, false, DestroyInProgress",
        "CREATE_IN_PROGRESS, true, false, Drift",
        "CREATE_COMPLETE, true, true, Drift"
    })
    void decide_followsStateAndStack(DeploymentStatus status, boolean hasStack, boolean stackDeleted, String expected) {
        assertThat(name(Deletion.decide(deployment(status, hasStack, 0), stackDeleted)))
                .isEqualTo(expected);
    }

    @Test
    void decide_whileAliasesPointToIt_refusesInEveryState() {
        assertThat(DeploymentStatus.values())
                .allSatisfy(status -> assertThat(name(Deletion.decide(deployment(status, false, 1), true)))
                        .isEqualTo("AliasesAssociated"));
    }

    private static String name(Deletion deletion) {
        return deletion instanceof Deletion.Refuse(DeleteOutcome outcome)
                ? outcome.getClass().getSimpleName()
                : deletion.getClass().getSimpleName();
    }

    private static Deployment deployment(DeploymentStatus status, boolean hasStack, long aliases) {
        return new Deployment(
                new DeploymentId("d"),
                Instant.EPOCH,
                status,
                Template.FUNCTION_URLS,
                hasStack ? Optional.of("stack") : Optional.empty(),
                Optional.empty(),
                SiteConfig.NONE,
                aliases,
                Optional.empty(),
                Origin.NONE,
                Optional.empty());
    }
}
