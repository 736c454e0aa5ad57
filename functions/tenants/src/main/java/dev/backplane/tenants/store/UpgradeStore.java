package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.UpgradeProgress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is asked about the way of all tenants to a version; it reads index entries, of which a tenant has few. */
public final class UpgradeStore {

    private final Dynamo dynamo;
    private final String table;

    UpgradeStore(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** Returns what became of the latest upgrade to a version. */
    public Optional<Audit> getUpgrade(StackVersion version) {
        return dynamo.get(get -> get.tableName(table)
                        .key(TenantKey.upgrade(version).attributes())
                        .consistentRead(true))
                .flatMap(TenantRows::toAudit);
    }

    /** Counts the tenants that have another version. */
    public int countOutdated(StackVersion version) {
        return outdated(version).size();
    }

    /** Counts the tenants by how far they are on their way to a version. */
    public UpgradeProgress getProgress(StackVersion version) {
        Map<Status, Integer> counts = new HashMap<>();
        Set<String> remaining = outdated(version);
        forEach(TenantKey.updateTo(version), row -> {
            counts.merge(Status.parse(row.text(STATUS)), 1, Integer::sum);
            remaining.remove(row.text(PK));
        });
        return new UpgradeProgress(
                counts.getOrDefault(Status.STARTED, 0),
                counts.getOrDefault(Status.SUCCESS, 0),
                counts.getOrDefault(Status.FAILURE, 0),
                remaining.size());
    }

    private Set<String> outdated(StackVersion version) {
        Set<String> tenants = new HashSet<>();
        forEach(TenantKey.METADATA, row -> {
            if (!row.findText(VERSION).equals(Optional.of(version.value()))) {
                tenants.add(row.text(PK));
            }
        });
        return tenants;
    }

    private void forEach(String sort, Consumer<Item> work) {
        Optional<Map<String, AttributeValue>> start = Optional.empty();
        do {
            Map<String, AttributeValue> from = start.orElse(null);
            Rows read = dynamo.query(query -> query.tableName(table)
                    .indexName(TenantStore.INVERTED)
                    .keyConditionExpression("sk = :sort")
                    .expressionAttributeValues(Map.of(":sort", Values.text(sort)))
                    .exclusiveStartKey(from));
            read.items().forEach(work);
            start = read.last();
        } while (start.isPresent());
    }
}
