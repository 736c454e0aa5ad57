package dev.backplane.tenants.store;

import dev.backplane.tenants.EndedRun;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key of a row: {@code TENANT_ID#<id>} with {@code METADATA} or {@code AUDIT#<operation>}, or, for the upgrade of
 * all tenants, {@code UPGRADE#<version>} with {@code AUDIT#UPGRADE}.
 */
public record TenantKey(String partition, String sort) {

    /** The sort key of every row that tells what a tenant has. */
    public static final String METADATA = "METADATA";

    private static final String TENANT = "TENANT_ID#";
    private static final String UPGRADE = "UPGRADE#";
    private static final String AUDIT = "AUDIT#";
    private static final String UPDATE_AUDIT = AUDIT + Kind.UPDATE + "#";

    public static TenantKey metadata(TenantId id) {
        return new TenantKey(partition(id), METADATA);
    }

    public static TenantKey creation(TenantId id) {
        return new TenantKey(partition(id), AUDIT + Kind.CREATE);
    }

    /** Returns the key of the row that a run writes. */
    public static TenantKey of(EndedRun run) {
        return run.tenant()
                .map(tenant -> new TenantKey(partition(tenant), sort(run)))
                .orElseGet(() -> upgrade(run.version()));
    }

    private static String sort(EndedRun run) {
        return run.kind() == Kind.UPDATE ? updateTo(run.version()) : AUDIT + run.kind();
    }

    /** Returns the key of the row that upgrades of all tenants to a version write. */
    public static TenantKey upgrade(StackVersion version) {
        return new TenantKey(UPGRADE + version, AUDIT + Kind.UPGRADE);
    }

    static String partition(TenantId id) {
        return TENANT + id;
    }

    static String updateTo(StackVersion version) {
        return UPDATE_AUDIT + version;
    }

    /** Returns the tenant that the row is of. */
    public TenantId tenant() {
        if (!partition.startsWith(TENANT)) {
            throw new IllegalArgumentException("not the key of a tenant: " + partition);
        }
        return TenantId.parse(partition.substring(TENANT.length()));
    }

    /** Returns what the row is the audit of, if it is one. */
    public Optional<Kind> kind() {
        if (sort.startsWith(UPDATE_AUDIT)) {
            return Optional.of(Kind.UPDATE);
        }
        return switch (sort) {
            case AUDIT + "CREATE" -> Optional.of(Kind.CREATE);
            case AUDIT + "DELETE" -> Optional.of(Kind.DELETE);
            case AUDIT + "UPGRADE" -> Optional.of(Kind.UPGRADE);
            default -> Optional.empty();
        };
    }

    /** Returns the version that the key itself names, as that of an update does. */
    Optional<String> versionInKey() {
        return sort.startsWith(UPDATE_AUDIT) ? Optional.of(sort.substring(UPDATE_AUDIT.length())) : Optional.empty();
    }

    Map<String, AttributeValue> attributes() {
        return Attributes.key(partition, sort);
    }
}
