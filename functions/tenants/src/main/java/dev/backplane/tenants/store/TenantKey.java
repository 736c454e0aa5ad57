package dev.backplane.tenants.store;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key of a row: {@code TENANT_ID#<id>} with {@code PROFILE}, {@code METADATA} or {@code AUDIT#<operation>}. The upgrade
 * of all tenants has {@code UPGRADE#<version>} with {@code AUDIT#UPGRADE}. The history of a tenant has
 * {@code TENANT_RUNS#<id>} with the start and the name of each run.
 */
public record TenantKey(String partition, String sort) {

    /** The sort key of the rows that describe the queues of tenants. */
    public static final String METADATA = "METADATA";

    /** The sort key of the rows with the registrations and statuses of tenants. */
    static final String PROFILE = "PROFILE";

    private static final String TENANT = "TENANT_ID#";
    private static final String RUNS = "TENANT_RUNS#";
    private static final String UPGRADE = "UPGRADE#";
    private static final String AUDIT = "AUDIT#";
    private static final String UPDATE_AUDIT = AUDIT + OperationKind.UPDATE + "#";

    /** The sort key of the rows that record creations. */
    static final String CREATE = AUDIT + "CREATE";

    /** The sort key of the rows that record deletions. */
    static final String DELETE = AUDIT + "DELETE";

    public static TenantKey metadata(TenantId id) {
        return new TenantKey(partition(id), METADATA);
    }

    /** Returns the partition key of the history of a tenant, which requests for its queue do not read. */
    static String runs(TenantId id) {
        return RUNS + id;
    }

    static TenantKey profile(TenantId id) {
        return new TenantKey(partition(id), PROFILE);
    }

    /** Returns the key of the row that a run writes. */
    public static TenantKey of(RunExecution run) {
        return run.tenant()
                .map(tenant -> new TenantKey(partition(tenant), sort(run.kind(), run.version())))
                .orElseGet(() -> upgrade(run.version()));
    }

    /** Returns the key that a row of a tenant was read from. */
    static TenantKey of(TenantId tenant, Audit row) {
        return new TenantKey(
                partition(tenant),
                row.version().map(version -> sort(row.kind(), version)).orElse(AUDIT + row.kind()));
    }

    private static String sort(OperationKind kind, StackVersion version) {
        return kind == OperationKind.UPDATE ? updateTo(version) : AUDIT + kind;
    }

    /** Returns the key of the row that upgrades of all tenants to a version write. */
    public static TenantKey upgrade(StackVersion version) {
        return new TenantKey(UPGRADE + version, AUDIT + OperationKind.UPGRADE);
    }

    /** Returns the key of the row that records the creation of a tenant. */
    static TenantKey creation(TenantId id) {
        return new TenantKey(partition(id), CREATE);
    }

    /** Returns the key of the row that records the deletion of a tenant. */
    static TenantKey deletion(TenantId id) {
        return new TenantKey(partition(id), DELETE);
    }

    static String partition(TenantId id) {
        return TENANT + id;
    }

    static String updateTo(StackVersion version) {
        return UPDATE_AUDIT + version;
    }

    /** Returns the tenant of the row. */
    public TenantId tenant() {
        if (!partition.startsWith(TENANT)) {
            throw new InvalidValueException("not the key of a tenant: " + partition);
        }
        return TenantId.parse(partition.substring(TENANT.length()));
    }

    /** Returns the operation that the row records, if it records one. */
    public Optional<OperationKind> kind() {
        if (sort.startsWith(UPDATE_AUDIT)) {
            return Optional.of(OperationKind.UPDATE);
        }
        return switch (sort) {
            case CREATE -> Optional.of(OperationKind.CREATE);
            case DELETE -> Optional.of(OperationKind.DELETE);
            case AUDIT + "UPGRADE" -> Optional.of(OperationKind.UPGRADE);
            default -> Optional.empty();
        };
    }

    /** Returns the version in the key of an update. */
    Optional<String> versionInKey() {
        return sort.startsWith(UPDATE_AUDIT) ? Optional.of(sort.substring(UPDATE_AUDIT.length())) : Optional.empty();
    }

    Map<String, AttributeValue> attributes() {
        return Map.of(Attributes.PK, Values.text(partition), Attributes.SK, Values.text(sort));
    }
}
