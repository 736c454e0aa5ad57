package dev.backplane.tenants.store;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.MetadataStore.Outcome;
import dev.backplane.tenants.store.MetadataStore.Provision;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The stores on the table of one test, with helpers to prepare it. */
public final class StoreFixture {

    public static final TenantId ACME = TenantId.parse("acme");
    public static final String NOW = "2026-01-05T00:00:00.000Z";

    public final TestClock clock;
    public final TenantStore tenants;
    public final UpgradeStore upgrades;
    public final MetadataStore metadata;
    public final AuditStore audits;
    public final ProfileStore profiles;
    public final RunHistory history;
    public final SuspensionStore suspensions;
    private final DynamoLocal local;

    public StoreFixture(DynamoLocal local) {
        this(local, new TestClock());
    }

    public StoreFixture(DynamoLocal local, TestClock clock) {
        this.local = local;
        this.clock = clock;
        this.tenants = new TenantStore(local.dynamo(), table(), clock);
        this.upgrades = new UpgradeStore(local.dynamo(), table(), clock);
        this.metadata = new MetadataStore(local.dynamo(), table(), clock);
        this.audits = new AuditStore(local.dynamo(), table(), clock);
        this.profiles = new ProfileStore(local.dynamo(), table(), clock);
        this.history = new RunHistory(local.dynamo(), table(), clock);
        this.suspensions = new SuspensionStore(local.dynamo(), table(), clock);
    }

    public String table() {
        return local.table(TenantStore.TABLE);
    }

    /** Returns the row of a tenant as its stack writes it. */
    public static Map<String, String> metadataRow(TenantId id, String version) {
        Map<String, String> row = new TreeMap<>();
        row.put("pk", "TENANT_ID#" + id);
        row.put("sk", "METADATA");
        row.put("CreatedAt", NOW);
        row.put("UpdatedAt", NOW);
        row.put("Version", version);
        row.put("InboundQueueArn", "arn:aws:sqs:us-east-1:000000000000:t-" + id + "-inbound");
        row.put("InboundQueueUrl", "https://sqs.us-east-1.amazonaws.com/000000000000/t-" + id + "-inbound");
        row.put("StackId", "stack-of-" + id);
        row.put("Execution", "execution:AUDIT#CREATE-1");
        row.put("N Generation", "1");
        return row;
    }

    /** Returns the row of a tenant with these queues. */
    public static Map<String, String> metadataRow(TenantId id, String version, Queue inbound, Queue deadLetters) {
        Map<String, String> row = metadataRow(id, version);
        row.put("InboundQueueArn", inbound.arn());
        row.put("InboundQueueUrl", inbound.url());
        row.put("DeadLetterQueueArn", deadLetters.arn());
        row.put("DeadLetterQueueUrl", deadLetters.url());
        return row;
    }

    /** Returns the row of a tenant as left by another stack. */
    public static Map<String, String> rowOfAnotherStack(TenantId id) {
        Map<String, String> row = metadataRow(id, "1.0.0");
        row.put("StackId", "another-stack");
        return row;
    }

    /** Returns the row of a tenant as left by older stacks. */
    public static Map<String, String> olderRow(TenantId id) {
        Map<String, String> row = metadataRow(id, "0.1.12");
        row.remove("StackId");
        row.remove("Execution");
        row.remove("N Generation");
        row.put("OutboundQueueArn", "arn:aws:sqs:us-east-1:000000000000:t-" + id + "-outbound");
        row.put("OutboundQueueUrl", "https://sqs.us-east-1.amazonaws.com/000000000000/t-" + id + "-outbound");
        return row;
    }

    /** Returns the row of an execution, which is named after the sort key and the attempt. */
    public static Map<String, String> auditRow(
            TenantId id, String sort, String status, String version, int generation, int attempt) {
        Map<String, String> row = new TreeMap<>();
        row.put("pk", "TENANT_ID#" + id);
        row.put("sk", sort);
        row.put("CreatedAt", NOW);
        row.put("UpdatedAt", NOW);
        row.put("Execution", "execution:" + sort + "-" + attempt);
        row.put("Status", status);
        row.put("Version", version);
        row.put("N Attempt", Integer.toString(attempt));
        row.put("N Generation", Integer.toString(generation));
        if (status.equals("Failure")) {
            row.put("FailureReason", "It broke.");
        }
        return row;
    }

    public static RunExecution run(OperationKind kind, int generation, int attempt, String execution) {
        return new RunExecution(
                kind,
                kind == OperationKind.UPGRADE ? Optional.empty() : Optional.of(ACME),
                generation,
                attempt,
                StackVersion.parse("1.0.0"),
                execution,
                Optional.of(Cause.of(Actor.user("ann@example.com"))),
                Optional.empty());
    }

    /** Returns the first run of a tenant. */
    public static RunExecution runOf(TenantId id, OperationKind kind, String execution) {
        return new RunExecution(
                kind,
                Optional.of(id),
                1,
                1,
                StackVersion.parse("1.0.0"),
                execution,
                Optional.empty(),
                Optional.empty());
    }

    /** Writes the resources of a stack for the tenant as it is. */
    public Outcome write(Provision provision) {
        return metadata.write(provision, tenants.getTenant(provision.tenant()));
    }

    public Outcome takeOver(Provision provision, String formerStackId) {
        return metadata.takeOver(provision, tenants.getTenant(provision.tenant()), formerStackId);
    }

    /** Writes a row; names of numbers start with "N ". */
    public void put(Map<String, String> row) {
        local.client().putItem(put -> put.tableName(table()).item(item(row)));
    }

    /** Writes many rows. */
    public void putAll(List<Map<String, String>> rows) {
        for (int from = 0; from < rows.size(); from += 25) {
            List<WriteRequest> writes = rows.subList(from, Math.min(from + 25, rows.size())).stream()
                    .map(row -> WriteRequest.builder()
                            .putRequest(put -> put.item(item(row)))
                            .build())
                    .toList();
            local.client().batchWriteItem(batch -> batch.requestItems(Map.of(table(), writes)));
        }
    }

    private static Map<String, AttributeValue> item(Map<String, String> row) {
        return row.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().replaceFirst("^N ", ""),
                        entry -> entry.getKey().startsWith("N ")
                                ? AttributeValue.fromN(entry.getValue())
                                : AttributeValue.fromS(entry.getValue())));
    }

    /** Returns a row in the form that {@link #put} accepts; empty if there is none. */
    public Map<String, String> row(TenantId id, String sort) {
        return row("TENANT_ID#" + id, sort);
    }

    public Map<String, String> row(String partition, String sort) {
        return local
                .client()
                .getItem(get ->
                        get.tableName(table()).consistentRead(true).key(new TenantKey(partition, sort).attributes()))
                .item()
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        entry -> (entry.getValue().n() == null ? "" : "N ") + entry.getKey(),
                        entry -> entry.getValue().n() == null
                                ? entry.getValue().s()
                                : entry.getValue().n()));
    }

    /** Returns every row of the table, which code of the service may not do. */
    public List<Item> rows() {
        return local.client().scanPaginator(scan -> scan.tableName(table()).consistentRead(true)).items().stream()
                .map(Item::new)
                .toList();
    }
}
