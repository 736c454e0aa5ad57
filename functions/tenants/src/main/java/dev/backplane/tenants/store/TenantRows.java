package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.ATTEMPT;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.FAILURE_REASON;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.INBOUND_ARN;
import static dev.backplane.tenants.store.Attributes.INBOUND_URL;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_ARN;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_URL;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STACK_ID;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How rows become what the domain knows; rows of older stacks lack generation, attempt, version and stack. */
final class TenantRows {

    private TenantRows() {}

    static Tenant toTenant(TenantId id, List<Item> rows) {
        List<Audit> audits =
                rows.stream().map(TenantRows::toAudit).flatMap(Optional::stream).toList();
        return new Tenant(
                id,
                rows.stream()
                        .filter(row -> row.text(SK).equals(TenantKey.METADATA))
                        .findFirst()
                        .map(TenantRows::toMetadata),
                only(audits, Kind.CREATE),
                only(audits, Kind.DELETE),
                audits.stream().filter(audit -> audit.kind() == Kind.UPDATE).toList());
    }

    private static Optional<Audit> only(List<Audit> audits, Kind kind) {
        return audits.stream().filter(audit -> audit.kind() == kind).findFirst();
    }

    static Optional<Audit> toAudit(Item row) {
        TenantKey key = key(row);
        return key.kind()
                .map(kind -> new Audit(
                        kind,
                        row.findText(VERSION).or(key::versionInKey).map(StackVersion::parse),
                        Status.parse(row.text(STATUS)),
                        row.findNumber(ATTEMPT).orElse(1L).intValue(),
                        generation(row),
                        row.findText(EXECUTION).orElse(""),
                        row.findText(FAILURE_REASON),
                        row.findText(CREATED_AT).map(Instant::parse),
                        Instant.parse(row.text(UPDATED_AT))));
    }

    private static Metadata toMetadata(Item row) {
        return new Metadata(
                StackVersion.parse(row.text(VERSION)),
                generation(row),
                Instant.parse(row.text(CREATED_AT)),
                Instant.parse(row.text(UPDATED_AT)),
                new Queue(row.text(INBOUND_ARN), row.text(INBOUND_URL)),
                row.findText(OUTBOUND_ARN).map(arn -> new Queue(arn, row.text(OUTBOUND_URL))),
                row.findText(STACK_ID));
    }

    static TenantSummary toSummary(Item row) {
        return new TenantSummary(
                key(row).tenant(),
                StackVersion.parse(row.text(VERSION)),
                generation(row),
                Instant.parse(row.text(CREATED_AT)),
                Instant.parse(row.text(UPDATED_AT)));
    }

    static int generation(Item row) {
        return row.findNumber(GENERATION).map(Long::intValue).orElse(Tenant.FIRST_GENERATION);
    }

    private static TenantKey key(Item row) {
        return new TenantKey(row.text(PK), row.text(SK));
    }
}
