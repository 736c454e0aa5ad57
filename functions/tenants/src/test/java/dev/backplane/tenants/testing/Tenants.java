package dev.backplane.tenants.testing;

import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.testing.TestClock;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Tenants in the states that tests need. */
public final class Tenants {

    public static final TenantId ID = TenantId.parse("acme");
    public static final StackVersion CURRENT = StackVersion.parse("1.0.1");
    public static final StackVersion OLDER = StackVersion.parse("1.0.0");
    public static final Queue INBOUND = queue("inbound");
    public static final Queue DEAD_LETTERS = queue("dlq");
    public static final Queue OUTBOUND = queue("outbound");

    private Tenants() {}

    private static Queue queue(String type) {
        return new Queue(
                "arn:aws:sqs:us-east-1:000000000000:t-acme-" + type,
                "https://sqs.us-east-1.amazonaws.com/000000000000/t-acme-" + type);
    }

    public static Tenant unknown() {
        return new Tenant(ID, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    }

    public static Metadata metadata(StackVersion version, int generation) {
        return new Metadata(
                version,
                generation,
                TestClock.START,
                TestClock.START,
                INBOUND,
                Optional.of(DEAD_LETTERS),
                Optional.empty(),
                new TreeMap<>(),
                Optional.empty(),
                Optional.of("stack-1"),
                Optional.of("run-1"));
    }

    public static Metadata older() {
        return new Metadata(
                StackVersion.parse("0.1.12"),
                1,
                TestClock.START,
                TestClock.START,
                INBOUND,
                Optional.empty(),
                Optional.of(OUTBOUND),
                new TreeMap<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static Audit audit(OperationKind kind, Status status, StackVersion version, int generation, int attempt) {
        return new Audit(
                kind,
                Optional.of(version),
                status,
                attempt,
                generation,
                execution(kind, generation, attempt),
                status == Status.FAILURE ? Optional.of("It broke.") : Optional.empty(),
                Optional.of(TestClock.START),
                TestClock.START);
    }

    public static String execution(OperationKind kind, int generation, int attempt) {
        return kind + "-g" + generation + "-" + attempt;
    }

    public static Tenant with(Tenant tenant, Metadata metadata) {
        return new Tenant(
                tenant.id(),
                tenant.profile(),
                Optional.of(metadata),
                tenant.creation(),
                tenant.removal(),
                tenant.updates());
    }

    public static Tenant with(Tenant tenant, Audit audit) {
        return switch (audit.kind()) {
            case CREATE ->
                new Tenant(
                        tenant.id(),
                        tenant.profile(),
                        tenant.metadata(),
                        Optional.of(audit),
                        tenant.removal(),
                        tenant.updates());
            case DELETE ->
                new Tenant(
                        tenant.id(),
                        tenant.profile(),
                        tenant.metadata(),
                        tenant.creation(),
                        Optional.of(audit),
                        tenant.updates());
            case UPDATE ->
                new Tenant(
                        tenant.id(),
                        tenant.profile(),
                        tenant.metadata(),
                        tenant.creation(),
                        tenant.removal(),
                        List.of(audit));
            case UPGRADE -> throw new IllegalArgumentException("not of one tenant");
        };
    }
}
