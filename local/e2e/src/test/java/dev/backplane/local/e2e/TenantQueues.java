package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.platform.dynamo.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.CreateStackRequest;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Tag;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Creates and inspects tenants; ids are never reused. */
final class TenantQueues implements AutoCloseable {

    static final String CURRENT = "1.2.0";

    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final String STARTED = "Started";
    private static final String LATER = "2099-01-01T00:00:00.000Z";

    private final LocalServer server;
    private final DynamoDbClient dynamo;
    private final String table;
    final SfnClient machines;
    final CloudFormationClient stacks;
    private @Nullable Api api;
    private Instant renewal = Instant.MIN;

    TenantQueues(LocalServer server) {
        this.server = server;
        this.dynamo = Suite.dynamo(server);
        this.table = Suite.table(server, "TenantTable");
        this.machines = client(SfnClient.builder());
        this.stacks = client(CloudFormationClient.builder());
    }

    /** Returns a client of the account owner. */
    <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(B builder) {
        return builder.httpClient(server.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
    }

    /** Returns a client with credentials that the API issued. */
    SqsClient queues(Answer credentials) {
        assertThat(credentials.status()).as(credentials.text()).isEqualTo(200);
        return SqsClient.builder()
                .httpClient(server.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsSessionCredentials.create(
                        credentials.at("accessKeyId"),
                        credentials.at("secretAccessKey"),
                        credentials.at("sessionToken"))))
                .build();
    }

    Answer credentials(String tenant, String type) {
        return api().post("/tenants/" + tenant + "/queues/" + type + "/credentials", "{}");
    }

    Answer suspend(String tenant) {
        return api().put("/tenants/" + tenant + "/suspension", "{\"reason\":\"unpaid\"}");
    }

    Answer resume(String tenant) {
        return api().delete("/tenants/" + tenant + "/suspension");
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

    /** Returns the API with a token that is valid at the current time of the clock. */
    synchronized Api api() {
        Instant now = server.cloud().options().clock().instant();
        if (api == null || !now.isBefore(renewal)) {
            api = new Api(server.address(), server.token())
                    .withScope("backplane/tenants.read backplane/tenants.write backplane/tenants.admin");
            renewal = now.plus(Duration.ofMinutes(10));
        }
        return api;
    }

    Answer queue(String tenant) {
        return api().get("/tenants/" + tenant + "/queues/Inbound");
    }

    /** Requests the queue until it is ready. */
    Answer awaitQueue(String tenant) {
        return Suite.await(() -> queue(tenant), answer -> answer.status() == 200);
    }

    /** Provisions a tenant, as callers do. */
    String provisioned() {
        String tenant = newTenant();
        assertThat(queue(tenant).status()).isEqualTo(202);
        awaitQueue(tenant);
        awaitStatus(tenant, "AUDIT#CREATE", "Success");
        return tenant;
    }

    /** Starts the stack of a tenant at an older version, as before a deployment of the suite. */
    void startAtOlderVersion(String tenant, String version) {
        JsonNode settings = settings("DeployStack");
        startAtOlderVersion(
                tenant,
                version,
                create ->
                        create.templateURL(settings.path("TENANT_TEMPLATE_URL").asText()));
    }

    /** Provisions a tenant with the stack of version 1.1.0, whose queue shares a dead-letter queue with others. */
    String provisionedWithSharedDeadLetters() {
        String tenant = newTenant();
        startAtOlderVersion(tenant, "1.1.0", create -> {
            List<Parameter> parameters = new ArrayList<>(create.build().parameters());
            parameters.add(parameter(
                    "DlqArn", settings("DeployStack").path("TENANT_DLQ").asText()));
            create.templateBody(oldTemplate()).parameters(parameters);
        });
        finishOlderVersion(tenant);
        return tenant;
    }

    private static String oldTemplate() {
        try (InputStream template = TenantQueues.class.getResourceAsStream("/tenant-1.1.0.template.json")) {
            return new String(Objects.requireNonNull(template).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void startAtOlderVersion(String tenant, String version, Consumer<CreateStackRequest.Builder> template) {
        JsonNode settings = settings("DeployStack");
        String run = machine("create").replace(":stateMachine:", ":execution:") + ":" + tenant + "-g1-v"
                + version.replace('.', '-') + "-a1";
        put(creation(tenant, version, run, STARTED));
        stacks.createStack(create -> template.accept(create.stackName(stackName(tenant))
                .parameters(
                        parameter("TenantId", tenant),
                        parameter("StackVersion", version),
                        parameter("Execution", run),
                        parameter(
                                "MetadataFunctionArn",
                                settings.path("METADATA_FUNCTION").asText()))
                .tags(Tag.builder().key("TenantId").value(tenant).build())
                .roleARN(settings.path("TENANT_STACK_ROLE").asText())));
    }

    /** Waits for that stack and records its success as the execution did. */
    void finishOlderVersion(String tenant) {
        Suite.await(
                () -> server.cloud().stacks().status(stackName(tenant)),
                Optional.of(StackStatus.CREATE_COMPLETE)::equals);
        change(tenant, "AUDIT#CREATE", Map.of("Status", "Success"));
    }

    /** Returns the row of an execution that started recently, by any clock. */
    private static Item creation(String tenant, String version, String run, String status) {
        Map<String, AttributeValue> row = new HashMap<>(key("TENANT_ID#" + tenant, "AUDIT#CREATE"));
        Map.of(
                        "CreatedAt", LATER,
                        "UpdatedAt", LATER,
                        "Execution", run,
                        "Status", status,
                        "Version", version)
                .forEach((name, value) -> row.put(name, AttributeValue.fromS(value)));
        row.put("Attempt", AttributeValue.fromN("1"));
        row.put("Generation", AttributeValue.fromN("1"));
        return new Item(row);
    }

    private static Parameter parameter(String name, String value) {
        return Parameter.builder().parameterKey(name).parameterValue(value).build();
    }

    private JsonNode settings(String function) {
        return server.cloud().templates().ofType("AWS::Lambda::Function").stream()
                .filter(found -> found.ref().endsWith("-" + function))
                .map(found -> found.properties().path("Environment").path("Variables"))
                .findFirst()
                .orElseThrow();
    }

    /** Completes an execution that finds another one running, and so leaves only its name. */
    void superseded(String tenant, String machine, String name) {
        String run = machines.startExecution(start -> start.stateMachineArn(machine(machine))
                        .name(name)
                        .input("{\"tenantId\":\"%s\",\"generation\":1,\"attempt\":1,\"version\":\"%s\"}"
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
        finishOlderVersion(tenant);
        return tenant;
    }

    /** Returns the ARN of a machine: create, update, delete or upgrade-all. */
    String machine(String name) {
        return server.cloud().templates().ofType("AWS::StepFunctions::StateMachine").stream()
                .map(TemplateResource::ref)
                .filter(arn -> arn.endsWith("-tenant-" + name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the executions of a machine for a tenant, by name. */
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

    /** Changes a row directly in the table. */
    void change(String tenant, String sort, Map<String, String> values, String... without) {
        Map<String, AttributeValue> item =
                new HashMap<>(row(tenant, sort).orElseThrow().attributes());
        values.forEach((name, value) -> item.put(name, AttributeValue.fromS(value)));
        List.of(without).forEach(item::remove);
        put(new Item(item));
    }

    /** Changes the status of an upgrade directly in the table. */
    void changeUpgrade(String version, String status) {
        Map<String, AttributeValue> item =
                new HashMap<>(upgradeRow(version).orElseThrow().attributes());
        item.put("Status", AttributeValue.fromS(status));
        put(new Item(item));
    }

    /** Copies a row of one tenant to another. */
    void copy(Item row, String tenant, Map<String, String> values, String... without) {
        Map<String, AttributeValue> item = new HashMap<>(row.attributes());
        item.put("pk", AttributeValue.fromS("TENANT_ID#" + tenant));
        values.forEach((name, value) -> item.put(name, AttributeValue.fromS(value)));
        List.of(without).forEach(item::remove);
        put(new Item(item));
    }

    /** Returns the id of the current stack of a tenant. */
    String stackId(String tenant) {
        return stacks.describeStacks(describe -> describe.stackName(stackName(tenant)))
                .stacks()
                .getFirst()
                .stackId();
    }

    void put(Item row) {
        dynamo.putItem(put -> put.tableName(table).item(row.attributes()));
    }

    /** Returns all rows with the status Started. */
    List<Item> startedRows() {
        return dynamo.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .map(Item::new)
                .filter(item -> item.findText("Status").equals(Optional.of(STARTED)))
                .toList();
    }

    /** Returns the events of a tenant on the bus. */
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
