package dev.backplane.tenants;

import static dev.backplane.tenants.testing.Tenants.CURRENT;
import static dev.backplane.tenants.testing.Tenants.OLDER;
import static dev.backplane.tenants.testing.Tenants.audit;
import static dev.backplane.tenants.testing.Tenants.metadata;
import static dev.backplane.tenants.testing.Tenants.older;
import static dev.backplane.tenants.testing.Tenants.unknown;
import static dev.backplane.tenants.testing.Tenants.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.testing.Tenants;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RedriveDecisionTest {

    private static RedriveDecision decide(Tenant tenant, QueueType type) {
        return RedriveDecision.of(tenant, type, CURRENT);
    }

    private static RedriveDecision inbound(Tenant tenant) {
        return decide(tenant, QueueType.INBOUND);
    }

    private static Metadata withoutDeadLetters(StackVersion version) {
        Metadata row = metadata(version, 1);
        return new Metadata(
                row.version(),
                row.generation(),
                row.created(),
                row.updated(),
                row.inbound(),
                Optional.empty(),
                row.outbound(),
                row.outputs(),
                row.inputs(),
                row.stackId(),
                row.execution());
    }

    @Test
    void aQueueWithDeadLettersOfItsOwn_isRedriven_underEveryVersion() {
        RedriveDecision move = new RedriveDecision.Move(Tenants.DEAD_LETTERS, Tenants.INBOUND);
        assertThat(inbound(with(unknown(), metadata(CURRENT, 1)))).isEqualTo(move);
        assertThat(inbound(with(unknown(), metadata(OLDER, 1)))).isEqualTo(move);
    }

    @Test
    void anUnknownTenant_isUnknown() {
        assertThat(inbound(unknown())).isEqualTo(new RedriveDecision.Unknown());
    }

    @Test
    void aTenantThatIsBeingDeleted_isGone() {
        Tenant deleting =
                with(with(unknown(), metadata(CURRENT, 1)), audit(OperationKind.DELETE, Status.STARTED, CURRENT, 1, 1));
        assertThat(inbound(deleting)).isEqualTo(new RedriveDecision.Gone());
    }

    @Test
    void aTenantWithoutAStack_hasNoQueue() {
        Tenant provisioning = with(unknown(), audit(OperationKind.CREATE, Status.STARTED, CURRENT, 1, 1));
        assertThat(inbound(provisioning)).isEqualTo(new RedriveDecision.NoSuchQueue());
        assertThat(decide(with(unknown(), metadata(CURRENT, 1)), QueueType.OUTBOUND))
                .isEqualTo(new RedriveDecision.NoSuchQueue());
    }

    @Test
    void anOlderStackWithoutDeadLetters_mustBeUpdated() {
        assertThat(inbound(with(unknown(), withoutDeadLetters(OLDER))))
                .isEqualTo(new RedriveDecision.UpgradeRequired(OLDER));
        assertThat(decide(with(unknown(), older()), QueueType.OUTBOUND))
                .isEqualTo(new RedriveDecision.UpgradeRequired(older().version()));
    }

    @Test
    void aCurrentStackWithoutDeadLetters_hasNone() {
        assertThat(inbound(with(unknown(), withoutDeadLetters(CURRENT))))
                .isEqualTo(new RedriveDecision.NoDeadLetterQueue());
    }
}
