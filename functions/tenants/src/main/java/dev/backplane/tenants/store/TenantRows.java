package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.ATTEMPT;
import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.DEAD_LETTERS_ARN;
import static dev.backplane.tenants.store.Attributes.DEAD_LETTERS_URL;
import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.FAILURE_REASON;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.INBOUND_ARN;
import static dev.backplane.tenants.store.Attributes.INBOUND_URL;
import static dev.backplane.tenants.store.Attributes.INPUTS;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_ARN;
import static dev.backplane.tenants.store.Attributes.OUTBOUND_URL;
import static dev.backplane.tenants.store.Attributes.OUTPUTS;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STACK_ID;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Profile;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts rows to domain types; rows of older stacks lack generation, attempt, version and stack. */
final class TenantRows {

    private TenantRows() {}

    static Tenant toTenant(TenantId id, List<Item> rows, Instant now) {
        Optional<Profile> profile = Optional.empty();
        Optional<Metadata> metadata = Optional.empty();
        Map<OperationKind, List<Audit>> audits = new EnumMap<>(OperationKind.class);
        for (Item row : rows) {
            if (row.text(SK).equals(TenantKey.METADATA)) {
                metadata = Optional.of(toMetadata(row));
            } else if (row.text(SK).equals(TenantKey.PROFILE)) {
                profile = Optional.of(ProfileRows.toProfile(row));
            } else {
                toAudit(row)
                        .map(audit -> audit.asOf(now))
                        .ifPresent(audit -> audits.computeIfAbsent(audit.kind(), _ -> new ArrayList<>())
                                .add(audit));
            }
        }
        return new Tenant(
                id,
                profile,
                metadata,
                audits.getOrDefault(OperationKind.CREATE, List.of()).stream().findFirst(),
                audits.getOrDefault(OperationKind.DELETE, List.of()).stream().findFirst(),
                List.copyOf(audits.getOrDefault(OperationKind.UPDATE, List.of())));
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
                        row.findText(CREATED_AT).map(Times::parseAnyForm),
                        Times.parseAnyForm(row.text(UPDATED_AT))));
    }

    private static Metadata toMetadata(Item row) {
        return new Metadata(
                StackVersion.parse(row.text(VERSION)),
                generation(row),
                Times.parseAnyForm(row.text(CREATED_AT)),
                Times.parseAnyForm(row.text(UPDATED_AT)),
                new Queue(row.text(INBOUND_ARN), row.text(INBOUND_URL)),
                row.findText(DEAD_LETTERS_ARN).map(arn -> new Queue(arn, row.text(DEAD_LETTERS_URL))),
                row.findText(OUTBOUND_ARN).map(arn -> new Queue(arn, row.text(OUTBOUND_URL))),
                texts(row, OUTPUTS),
                row.findText(INPUTS),
                row.findText(STACK_ID),
                row.findText(EXECUTION));
    }

    /** Reads a row of the index, which contains only the projected attributes. */
    static TenantSummary.Entry toEntry(Item row, Instant now) {
        Instant updated = Times.parseAnyForm(row.text(UPDATED_AT));
        return new TenantSummary.Entry(
                row.findText(VERSION).map(StackVersion::parse),
                row.text(SK).equals(TenantKey.METADATA)
                        ? Optional.empty()
                        : Optional.of(Audit.asOf(Status.parse(row.text(STATUS)), updated, now)),
                generation(row),
                row.findText(CREATED_AT).map(Times::parseAnyForm),
                updated);
    }

    /** Reads a map of strings; empty if the row has none. */
    static SortedMap<String, String> texts(Item row, String name) {
        SortedMap<String, String> texts = new TreeMap<>();
        Item map = row.map(name);
        map.attributes().keySet().forEach(key -> texts.put(key, map.text(key)));
        return texts;
    }

    /** Returns a map of strings as a value. */
    static AttributeValue map(Map<String, String> texts) {
        Map<String, AttributeValue> values = new TreeMap<>();
        texts.forEach((name, value) -> values.put(name, Values.text(value)));
        return AttributeValue.fromM(values);
    }

    static int generation(Item row) {
        return row.findNumber(GENERATION).map(Long::intValue).orElse(Tenant.FIRST_GENERATION);
    }

    private static TenantKey key(Item row) {
        return new TenantKey(row.text(PK), row.text(SK));
    }
}
