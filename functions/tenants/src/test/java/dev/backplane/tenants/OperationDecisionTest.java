package dev.backplane.tenants;

import static dev.backplane.tenants.testing.Tenants.CURRENT;
import static dev.backplane.tenants.testing.Tenants.OLDER;
import static dev.backplane.tenants.testing.Tenants.audit;
import static dev.backplane.tenants.testing.Tenants.metadata;
import static dev.backplane.tenants.testing.Tenants.older;
import static dev.backplane.tenants.testing.Tenants.unknown;
import static dev.backplane.tenants.testing.Tenants.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.backplane.tenants.OperationDecision.Busy;
import dev.backplane.tenants.OperationDecision.Done;
import dev.backplane.tenants.OperationDecision.Gone;
import dev.backplane.tenants.OperationDecision.Start;
import dev.backplane.tenants.OperationDecision.UnderWay;
import dev.backplane.tenants.OperationDecision.Unknown;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OperationDecisionTest {

    private static Tenant created(Status status, int generation, int attempt) {
        return with(unknown(), audit(OperationKind.CREATE, status, CURRENT, generation, attempt));
    }

    private static Tenant at(StackVersion version) {
        return with(created(Status.SUCCESS, 1, 1), metadata(version, 1));
    }

    private static Tenant updated(Tenant tenant, Status status, StackVersion version, int generation, int attempt) {
        return with(tenant, audit(OperationKind.UPDATE, status, version, generation, attempt));
    }

    private static Tenant deleted(Tenant tenant, Status status, int generation) {
        return with(tenant, audit(OperationKind.DELETE, status, CURRENT, generation, 2));
    }

    static Stream<Arguments> updates() {
        return Stream.of(
                argumentSet("unknown", unknown(), new Unknown()),
                argumentSet("older stack", with(unknown(), older()), new Start(1, 1)),
                argumentSet("other version", at(OLDER), new Start(1, 1)),
                argumentSet("current version", at(CURRENT), new Done()),
                argumentSet("failed before", updated(at(OLDER), Status.FAILURE, CURRENT, 1, 2), new Start(1, 3)),
                argumentSet(
                        "went back after it succeeded",
                        updated(at(OLDER), Status.SUCCESS, CURRENT, 1, 1),
                        new Start(1, 2)),
                argumentSet(
                        "failed in an earlier life",
                        updated(with(created(Status.SUCCESS, 2, 1), metadata(OLDER, 2)), Status.FAILURE, CURRENT, 1, 4),
                        new Start(2, 1)),
                argumentSet(
                        "being updated",
                        updated(at(OLDER), Status.STARTED, CURRENT, 1, 1),
                        new Busy(OperationKind.UPDATE, "UPDATE-g1-1")),
                argumentSet(
                        "being updated to another version",
                        updated(at(OLDER), Status.STARTED, OLDER, 1, 1),
                        new Busy(OperationKind.UPDATE, "UPDATE-g1-1")),
                argumentSet(
                        "being provisioned",
                        created(Status.STARTED, 1, 1),
                        new Busy(OperationKind.CREATE, "CREATE-g1-1")),
                argumentSet("never provisioned", created(Status.FAILURE, 1, 1), new Unknown()),
                argumentSet(
                        "being deleted",
                        deleted(at(OLDER), Status.STARTED, 1),
                        new Busy(OperationKind.DELETE, "DELETE-g1-2")),
                argumentSet("deleted", deleted(created(Status.SUCCESS, 1, 1), Status.SUCCESS, 1), new Unknown()),
                argumentSet("deletion failed", deleted(at(OLDER), Status.FAILURE, 1), new Unknown()));
    }

    @ParameterizedTest
    @MethodSource("updates")
    void update_isDecidedByTheRows(Tenant tenant, OperationDecision expected) {
        assertThat(OperationDecision.toUpdate(tenant, CURRENT, StackInputs.BUILT_IN))
                .isEqualTo(expected);
    }

    static Stream<Arguments> deletions() {
        return Stream.of(
                argumentSet("unknown", unknown(), new Unknown()),
                argumentSet("provisioned", at(OLDER), new Start(1, 1)),
                argumentSet("older stack", with(unknown(), older()), new Start(1, 1)),
                argumentSet("without a row", created(Status.FAILURE, 3, 1), new Start(3, 1)),
                argumentSet("being provisioned", created(Status.STARTED, 1, 1), new Start(1, 1)),
                argumentSet("being updated", updated(at(OLDER), Status.STARTED, CURRENT, 1, 1), new Start(1, 1)),
                argumentSet("being deleted", deleted(at(OLDER), Status.STARTED, 1), new UnderWay("DELETE-g1-2")),
                argumentSet("failed before", deleted(at(OLDER), Status.FAILURE, 1), new Start(1, 3)),
                argumentSet("deleted", deleted(created(Status.SUCCESS, 1, 1), Status.SUCCESS, 1), new Gone()),
                argumentSet(
                        "onboarded again",
                        with(deleted(created(Status.SUCCESS, 2, 1), Status.SUCCESS, 1), metadata(CURRENT, 2)),
                        new Start(2, 1)),
                argumentSet("stack gone behind our back", created(Status.SUCCESS, 1, 1), new Start(2, 1)),
                argumentSet(
                        "deleted in the life that would have been next",
                        deleted(created(Status.SUCCESS, 1, 1), Status.STARTED, 2),
                        new UnderWay("DELETE-g2-2")));
    }

    @ParameterizedTest
    @MethodSource("deletions")
    void deletion_isDecidedByTheRows(Tenant tenant, OperationDecision expected) {
        assertThat(OperationDecision.toDelete(tenant)).isEqualTo(expected);
    }

    static Stream<Arguments> retries() {
        return Stream.of(
                argumentSet("unknown", unknown(), new Unknown()),
                argumentSet("provisioned", at(OLDER), new Done()),
                argumentSet("older stack", with(unknown(), older()), new Done()),
                argumentSet("failed for good", created(Status.FAILURE, 1, 5), new Start(1, 6)),
                argumentSet(
                        "failed at an older version",
                        with(unknown(), audit(OperationKind.CREATE, Status.FAILURE, OLDER, 1, 5)),
                        new Start(1, 1)),
                argumentSet(
                        "being provisioned",
                        created(Status.STARTED, 1, 1),
                        new Busy(OperationKind.CREATE, "CREATE-g1-1")),
                argumentSet(
                        "being deleted",
                        deleted(at(OLDER), Status.STARTED, 1),
                        new Busy(OperationKind.DELETE, "DELETE-g1-2")),
                argumentSet("deleted", deleted(created(Status.SUCCESS, 1, 1), Status.SUCCESS, 1), new Start(2, 1)),
                argumentSet(
                        "deleted before it was provisioned",
                        deleted(created(Status.FAILURE, 3, 1), Status.SUCCESS, 3),
                        new Start(4, 1)),
                argumentSet("deletion failed", deleted(at(OLDER), Status.FAILURE, 1), new Done()),
                argumentSet("stack gone behind our back", created(Status.SUCCESS, 1, 1), new Start(2, 1)),
                argumentSet(
                        "killed, but the stack exists",
                        with(created(Status.FAILURE, 1, 1), metadata(CURRENT, 1)),
                        new Start(1, 2)));
    }

    @ParameterizedTest
    @MethodSource("retries")
    void retry_isDecidedByTheRows(Tenant tenant, OperationDecision expected) {
        assertThat(OperationDecision.toRetry(tenant, CURRENT)).isEqualTo(expected);
    }
}
