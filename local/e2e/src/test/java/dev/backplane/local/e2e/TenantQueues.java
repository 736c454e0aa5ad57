package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import dev.backplane.local.bus.BusEvent;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.template.Resource;
import dev.backplane.platform.dynamo.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Short ways to bring tenants into a state, and to look at what they have; ids are never used twice. */
final class TenantQueues implements AutoCloseable {

    static final String CURRENT = "1.0.0";

    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final String STARTED = "Started";

    private final LocalServer server;
    private final DynamoDbClient dynamo;
    private final String table;
    final SfnClient machines;
    final CloudFormationClient stacks;

    TenantQueues(LocalServer server) {
        this.server = server;
        this.dynamo = Suite.dynamo(server);
        this.table = Suite.table(server, "TenantTable");
        this.machines = client(SfnClient.builder());
        this.stacks = client(CloudFormationClient.builder());
    }

    /** Returns a client of the account's owner. */
    <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(B builder) {
        return builder.httpClient(server.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
    }

    SqsClient queues() {
        return client(SqsClient.builder());
    }

    static String newTenant() {
        return "tenant-" + COUNTER.incrementAndGet();
    }

    static String stackName(String tenant) {
        return "bp-dev-T-" + tenant;
    }

    /** Returns the API with a token that is valid now, wherever the clock is. */
    Api api() {
        return new Api(server.address(), server.token())
                .withScope("backplane/tenants.read backplane/tenants.write backplane/tenants.admin");
    }

    Answer queue(String tenant) {
        return api().get("/tenants/" + tenant + "/queues/Inbound");
    }

    /** Asks for the queue until it is there. */
    Answer awaitQueue(String tenant) {
        return Suite.await(() -> queue(tenant), answer -> answer.status() == 200);
    }

    /** Has a tenant provisioned, as callers do. */
    String provisioned() {
        String tenant = newTenant();
        assertThat(queue(tenant).status()).isEqualTo(202);
        awaitQueue(tenant);
        awaitStatus(tenant, "AUDIT#CREATE", "Success");
        return tenant;
    }

    /** Starts the provisioning of a tenant at an older version, as the suite did before it was deployed anew. */
    void startAtOlderVersion(String tenant, String version) {
        String url = server.cloud().templates().ofType("AWS::Lambda::Function").stream()
                .filter(function -> function.ref().endsWith("-GetQueue"))
                .map(function -> function.properties()
                        .path("Environment")
                        .path("Variables")
                        .path("TENANT_TEMPLATE_URL")
                        .asText())
                .findFirst()
                .orElseThrow();
        machines.startExecution(start -> start.stateMachineArn(machine("create"))
                .name(tenant + "-g1-v" + version.replace('.', '-') + "-a1")
                .input("{\"tenantId\":\"%s\",\"generation\":1,\"attempt\":1,\"version\":\"%s\",\"templateUrl\":\"%s\"}"
                        .formatted(tenant, version, url)));
    }

    /** Has a run end that finds another one at work, and so leaves nothing but its name. */
    void superseded(String tenant, String machine, String name) {
        String run = machines.startExecution(start -> start.stateMachineArn(machine(machine))
                        .name(name)
                        .input(
                                "{\"tenantId\":\"%s\",\"generation\":1,\"attempt\":1,\"version\":\"%s\",\"templateUrl\":\"\"}"
                                        .formatted(tenant, CURRENT)))
                .executionArn();
        Suite.await(
                () -> machines.describeExecution(describe -> describe.executionArn(run))
                        .output(),
                "{\"outcome\":\"Superseded\"}"::equals);
    }

    String provisionedAt(String version) {
        String tenant = newTenant();
        startAtOlderVersion(tenant, version);
        awaitStatus(tenant, "AUDIT#CREATE", "Success");
        return tenant;
    }

    /** Returns the ARN of a machine: create, update, delete or upgrade-all. */
    String machine(String name) {
        return server.cloud().templates().ofType("AWS::StepFunctions::StateMachine").stream()
                .map(Resource::ref)
                .filter(arn -> arn.endsWith("-tenant-" + name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the executions of a machine for a tenant, by their names. */
    List<String> executions(String machine, String tenant) {
        return machines.listExecutionsPaginator(list -> list.stateMachineArn(machine(machine))).executions().stream()
                .map(ExecutionListItem::name)
                .filter(name -> name.startsWith(tenant + "-g"))
                .toList();
    }

    Optional<Item> row(String tenant, String sort) {
        return read(key("TENANT_ID#" + tenant, sort));
    }

    /** Returns the row of the upgrade of all tenants to a version. */
    Optional<Item> upgradeRow(String version) {
        return read(key("UPGRADE#" + version, "AUDIT#UPGRADE"));
    }

    private Optional<Item> read(Map<String, AttributeValue> key) {
        return Optional.of(dynamo.getItem(
                                get -> get.tableName(table).consistentRead(true).key(key))
                        .item())
                .filter(item -> !item.isEmpty())
                .map(Item::new);
    }

    private static Map<String, AttributeValue> key(String partition, String sort) {
        return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
    }

    /** Waits until the row of an operation has a status. */
    Item awaitStatus(String tenant, String sort, String status) {
        return Suite.await(
                        () -> row(tenant, sort),
                        row -> row.filter(item -> item.text("Status").equals(status))
                                .isPresent())
                .orElseThrow();
    }

    /** Changes a row behind the suite's back. */
    void change(String tenant, String sort, Map<String, String> values, String... without) {
        Map<String, AttributeValue> item =
                new HashMap<>(row(tenant, sort).orElseThrow().attributes());
        values.forEach((name, value) -> item.put(name, AttributeValue.fromS(value)));
        List.of(without).forEach(item::remove);
        put(new Item(item));
    }

    void put(Item row) {
        dynamo.putItem(put -> put.tableName(table).item(row.attributes()));
    }

    /** Returns every row that says that somebody is at work. */
    List<Item> startedRows() {
        return dynamo.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .map(Item::new)
                .filter(item -> item.findText("Status").equals(Optional.of(STARTED)))
                .toList();
    }

    /** Returns the events of a tenant that are on the bus. */
    List<BusEvent> events(String tenant, String type) {
        return server.cloud().buses().events().stream()
                .filter(event -> event.source().equals("backplane.tenants")
                        && event.detailType().equals(type)
                        && event.detail().path("tenantId").asText().equals(tenant))
                .toList();
    }

    @Override
    public void close() {
        dynamo.close();
        machines.close();
        stacks.close();
    }
}
