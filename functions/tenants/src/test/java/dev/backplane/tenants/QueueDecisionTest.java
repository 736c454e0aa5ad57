package dev.backplane.tenants;

import static dev.backplane.tenants.testing.Tenants.CURRENT;
import static dev.backplane.tenants.testing.Tenants.INBOUND;
import static dev.backplane.tenants.testing.Tenants.OLDER;
import static dev.backplane.tenants.testing.Tenants.OUTBOUND;
import static dev.backplane.tenants.testing.Tenants.audit;
import static dev.backplane.tenants.testing.Tenants.metadata;
import static dev.backplane.tenants.testing.Tenants.older;
import static dev.backplane.tenants.testing.Tenants.unknown;
import static dev.backplane.tenants.testing.Tenants.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.backplane.tenants.QueueDecision.FailedForGood;
import dev.backplane.tenants.QueueDecision.FailedRetryLater;
import dev.backplane.tenants.QueueDecision.Gone;
import dev.backplane.tenants.QueueDecision.NoSuchQueue;
import dev.backplane.tenants.QueueDecision.Provisioning;
import dev.backplane.tenants.QueueDecision.Ready;
import dev.backplane.tenants.QueueDecision.Start;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class QueueDecisionTest {

    private static final Instant NOW = TestClock.START;
    private static final String REASON = "It broke.";

    private static Tenant created(Status status, StackVersion version, int generation, int attempt) {
        return with(unknown(), audit(OperationKind.CREATE, status, version, generation, attempt));
    }

    private static Tenant ready() {
        return with(created(Status.SUCCESS, CURRENT, 1, 1), metadata(CURRENT, 1));
    }

    private static Audit deletion(Status status, int generation) {
        return audit(OperationKind.DELETE, status, CURRENT, generation, 1);
    }

    static Stream<Arguments> inbound() {
        return Stream.of(
                argumentSet("first request", unknown(), new Start(1, 1)),
                argumentSet("provisioned", ready(), new Ready(INBOUND, CURRENT)),
                argumentSet(
                        "provisioned at an older version",
                        with(unknown(), metadata(OLDER, 1)),
                        new Ready(INBOUND, OLDER)),
                argumentSet(
                        "a row of an older stack",
                        with(unknown(), older()),
                        new Ready(INBOUND, StackVersion.parse("0.1.12"))),
                argumentSet(
                        "the row is there before the run has ended",
                        with(created(Status.STARTED, CURRENT, 1, 1), metadata(CURRENT, 1)),
                        new Ready(INBOUND, CURRENT)),
                argumentSet(
                        "the run was killed but the stack exists",
                        with(created(Status.FAILURE, CURRENT, 1, 1), metadata(CURRENT, 1)),
                        new Ready(INBOUND, CURRENT)),
                argumentSet(
                        "being updated",
                        with(ready(), audit(OperationKind.UPDATE, Status.STARTED, CURRENT, 1, 1)),
                        new Ready(INBOUND, CURRENT)),
                argumentSet(
                        "being provisioned",
                        created(Status.STARTED, CURRENT, 1, 3),
                        new Provisioning(3, "CREATE-g1-3")),
                argumentSet(
                        "being provisioned at an older version",
                        created(Status.STARTED, OLDER, 1, 1),
                        new Provisioning(1, "CREATE-g1-1")),
                argumentSet("failed at an older version", created(Status.FAILURE, OLDER, 1, 5), new Start(1, 1)),
                argumentSet("failed for good", created(Status.FAILURE, CURRENT, 1, 5), new FailedForGood(REASON, 5)),
                argumentSet(
                        "failed again after an operator's retry",
                        created(Status.FAILURE, CURRENT, 1, 6),
                        new FailedForGood(REASON, 6)),
                argumentSet(
                        "the stack was deleted outside the suite",
                        created(Status.SUCCESS, CURRENT, 1, 2),
                        new Start(2, 1)),
                argumentSet(
                        "onboarded again after a deletion",
                        with(created(Status.STARTED, CURRENT, 2, 1), deletion(Status.SUCCESS, 1)),
                        new Provisioning(1, "CREATE-g2-1")),
                argumentSet(
                        "provisioned after a deletion",
                        with(
                                with(created(Status.SUCCESS, CURRENT, 2, 1), metadata(CURRENT, 2)),
                                deletion(Status.SUCCESS, 1)),
                        new Ready(INBOUND, CURRENT)));
    }

    @ParameterizedTest
    @MethodSource("inbound")
    void inbound_isDecidedByTheRows(Tenant tenant, QueueDecision expected) {
        assertThat(QueueDecision.of(tenant, QueueType.INBOUND, NOW, CURRENT, Onboarding.OPEN))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void anyQueue_onceADeletionHasBegun_isGone(Status status) {
        for (Tenant tenant : new Tenant[] {ready(), unknown(), created(Status.STARTED, CURRENT, 1, 1)}) {
            for (QueueType type : QueueType.values()) {
                assertThat(QueueDecision.of(with(tenant, deletion(status, 1)), type, NOW, CURRENT, Onboarding.OPEN))
                        .isEqualTo(new Gone());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void outbound_ofATenantWithoutRow_isNeverStartedFor(Status status) {
        assertThat(QueueDecision.of(created(status, OLDER, 1, 1), QueueType.OUTBOUND, NOW, CURRENT, Onboarding.OPEN))
                .isEqualTo(new NoSuchQueue());
        assertThat(QueueDecision.of(unknown(), QueueType.OUTBOUND, NOW, CURRENT, Onboarding.OPEN))
                .isEqualTo(new NoSuchQueue());
    }

    @ParameterizedTest
    @CsvSource({"1,3", "2,6", "3,12", "4,24"})
    void afterAFailure_theNextAttemptIsDueLaterEachTime(int attempt, int minutes) {
        Tenant tenant = created(Status.FAILURE, CURRENT, 1, attempt);
        Instant due = NOW.plus(Duration.ofMinutes(minutes));

        assertThat(QueueDecision.of(tenant, QueueType.INBOUND, NOW, CURRENT, Onboarding.OPEN))
                .isEqualTo(new FailedRetryLater(REASON, attempt, due));
        assertThat(QueueDecision.of(tenant, QueueType.INBOUND, due.minusMillis(1), CURRENT, Onboarding.OPEN))
                .isEqualTo(new FailedRetryLater(REASON, attempt, due));
        assertThat(QueueDecision.of(tenant, QueueType.INBOUND, due, CURRENT, Onboarding.OPEN))
                .isEqualTo(new Start(1, attempt + 1));
    }

    @ParameterizedTest
    @EnumSource(QueueType.class)
    void outbound_isOnlyThereOnOlderStacks(QueueType type) {
        assertThat(QueueDecision.of(with(unknown(), older()), type, NOW, CURRENT, Onboarding.OPEN))
                .isEqualTo(new Ready(type == QueueType.INBOUND ? INBOUND : OUTBOUND, StackVersion.parse("0.1.12")));
        assertThat(QueueDecision.of(ready(), QueueType.OUTBOUND, NOW, CURRENT, Onboarding.OPEN))
                .isEqualTo(new NoSuchQueue());
    }

    @Test
    void whereTenantsAreRegistered_anUnknownOneIsNotProvisioned() {
        assertThat(QueueDecision.of(unknown(), QueueType.INBOUND, NOW, CURRENT, Onboarding.REGISTERED))
                .isEqualTo(new QueueDecision.Unknown());
        Tenant registered = unknown().with(Registration.NONE, NOW);
        assertThat(QueueDecision.of(registered, QueueType.INBOUND, NOW, CURRENT, Onboarding.REGISTERED))
                .isEqualTo(new Start(1, 1));
        assertThat(QueueDecision.of(ready(), QueueType.INBOUND, NOW, CURRENT, Onboarding.REGISTERED))
                .isInstanceOf(QueueDecision.Ready.class);
    }
}
