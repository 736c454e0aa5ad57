package dev.backplane.deployments;

import static dev.backplane.deployments.DeploymentStatus.CREATE_COMPLETE;
import static dev.backplane.deployments.DeploymentStatus.CREATE_FAILED;
import static dev.backplane.deployments.DeploymentStatus.CREATE_IN_PROGRESS;
import static dev.backplane.deployments.DeploymentStatus.DESTROY_FAILED;
import static dev.backplane.deployments.DeploymentStatus.DESTROY_IN_PROGRESS;
import static dev.backplane.deployments.DeploymentStatus.DESTROY_REQUESTED;
import static dev.backplane.deployments.DeploymentStatus.FINISHED;
import static dev.backplane.deployments.DeploymentStatus.INITIALIZED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeploymentStatusTest {

    /** The contract's transitions, to the letter. */
    static final Map<DeploymentStatus, Set<DeploymentStatus>> CONTRACT = Map.of(
            INITIALIZED, Set.of(CREATE_IN_PROGRESS, FINISHED, CREATE_FAILED),
            CREATE_IN_PROGRESS, Set.of(CREATE_COMPLETE, FINISHED, CREATE_FAILED),
            CREATE_COMPLETE, Set.of(FINISHED, CREATE_FAILED),
            FINISHED, Set.of(DESTROY_REQUESTED),
            CREATE_FAILED, Set.of(DESTROY_REQUESTED),
            DESTROY_REQUESTED, Set.of(DESTROY_IN_PROGRESS, DESTROY_FAILED),
            DESTROY_IN_PROGRESS, Set.of(DESTROY_FAILED),
            DESTROY_FAILED, Set.of(DESTROY_REQUESTED));

    @ParameterizedTest
    @EnumSource
    void next_isWhatTheContractAllows(DeploymentStatus status) {
        assertThat(status.next()).isEqualTo(CONTRACT.get(status));
    }

    @ParameterizedTest
    @EnumSource
    void sources_areThoseThatLeadHere(DeploymentStatus status) {
        assertThat(status.sources()).allMatch(source -> source.next().contains(status));
        assertThat(DeploymentStatus.values())
                .filteredOn(source -> source.next().contains(status))
                .hasSameElementsAs(status.sources());
    }

    @Test
    void acceptsAliases_untilCreationFailedOrDestructionBegan() {
        assertThat(DeploymentStatus.values())
                .filteredOn(DeploymentStatus::acceptsAliases)
                .containsExactly(INITIALIZED, CREATE_IN_PROGRESS, CREATE_COMPLETE, FINISHED);
    }
}
