package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.sqs.Queues;
import dev.backplane.platform.dynamo.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.cloudformation.model.OnFailure;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.cloudformation.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Uses every operation of the tenants service, so that every grant of its functions, workflows and stacks is needed.
 */
final class TenantsExercise implements AutoCloseable {

    private static final String QUEUE = "backplane-dev-tenant-run-failures";
    private static final String CREATE = "AUDIT#CREATE";
    private static final String OLDER = "0.9.0";

    private final LocalServer server;
    private final TenantQueues tenants;
    private final Api api;

    TenantsExercise(LocalServer server) {
        this.server = server;
        this.tenants = new TenantQueues(server);
        this.api = tenants.api();
    }

    void doEverything() {
        String tenant = TenantQueues.newTenant();
        assertThat(api.put("/tenants/" + tenant, "{\"tier\":\"premium\",\"provision\":true}")
                        .status())
                .isEqualTo(201);
        tenants.awaitQueue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Success");
        readEverything(tenant);
        useTheQueues(tenant);
        suspendAndResume(tenant);
        upgradeEverybody();
        String old = tenants.provisionedAt(OLDER);
        assertThat(api.post("/tenants/" + old + "/updates", "{}").status()).isEqualTo(202);
        tenants.awaitStatus(old, "AUDIT#UPDATE#" + TenantQueues.CURRENT, "Success");
        continueARollback();
        upgradeAfterALostEnd();
        changeTheStack(tenant);
        failAndRetry();
        removeLeftovers(tenant);
        stopARun();
        assertThat(api.delete("/tenants/" + tenant).status()).isEqualTo(202);
        tenants.awaitStatus(tenant, "AUDIT#DELETE", "Success");
        // The queue of the next generation denies the sessions of this one.
        assertThat(api.post("/tenants/" + tenant + "/retries", "{}").status()).isEqualTo(202);
        tenants.awaitQueue(tenant);
    }

    private void readEverything(String tenant) {
        assertThat(Stream.of(
                        "/tenants",
                        "/tenants?status=ready&tier=premium",
                        "/tenants/" + tenant,
                        "/tenants/" + tenant + "/runs",
                        "/tenants/" + tenant + "/queues",
                        "/tenants/" + tenant + "/queues/inbound",
                        "/tenant-upgrades/" + TenantQueues.CURRENT))
                .allSatisfy(path -> assertThat(api.get(path).status()).isEqualTo(200));
        assertThat(api.post("/tenants/" + tenant + "/queues/inbound/redrive", "")
                        .status())
                .isEqualTo(202);
    }

    /** Uses queues with credentials; the tenant gets an outbound queue, as older stacks have it. */
    private void useTheQueues(String tenant) {
        String provisionedByIt = TenantQueues.newTenant();
        assertThat(tenants.credentials(provisionedByIt, "inbound").status()).isEqualTo(202);
        tenants.awaitQueue(provisionedByIt);
        try (SqsClient client = tenants.queues(tenants.credentials(tenant, "inbound"))) {
            String url = tenants.queue(tenant).at("url");
            assertThat(client.receiveMessage(receive -> receive.queueUrl(url)).messages())
                    .isEmpty();
        }
        Item row = tenants.row(tenant, "METADATA").orElseThrow();
        tenants.change(
                tenant,
                "METADATA",
                Map.of(
                        "OutboundQueueArn", row.text("InboundQueueArn"),
                        "OutboundQueueUrl", row.text("InboundQueueUrl")));
        String url = row.text("InboundQueueUrl");
        try (SqsClient sender = tenants.queues(tenants.credentials(tenant, "outbound"));
                SqsClient receiver = tenants.queues(tenants.credentials(tenant, "inbound"))) {
            sender.sendMessage(send -> send.queueUrl(url).messageBody("one"));
            Message message = receiver.receiveMessage(receive -> receive.queueUrl(url))
                    .messages()
                    .getFirst();
            receiver.changeMessageVisibility(change ->
                    change.queueUrl(url).receiptHandle(message.receiptHandle()).visibilityTimeout(60));
            receiver.getQueueAttributes(get -> get.queueUrl(url).attributeNamesWithStrings("QueueArn"));
            receiver.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
        }
        tenants.put(row);
    }

    /** Leaves a suspension incomplete, as if its function had ended, and has a message complete it. */
    private void suspendAndResume(String tenant) {
        assertThat(tenants.suspend(tenant).status()).isEqualTo(200);
        assertThat(tenants.resume(tenant).status()).isEqualTo(200);
        Map<String, AttributeValue> profile =
                new HashMap<>(tenants.row(tenant, "PROFILE").orElseThrow().attributes());
        profile.put("SessionsFrom", AttributeValue.fromS("2026-01-05T00:00:00.000Z"));
        profile.put(
                "Unpublished",
                AttributeValue.fromL(List.of(AttributeValue.fromM(Map.of(
                        "Kind", AttributeValue.fromS("RESUMED"),
                        "At", AttributeValue.fromS("2026-01-05T00:00:00.000Z"),
                        "Actor", AttributeValue.fromS("user:ann@example.com"))))));
        tenants.put(new Item(profile));
        try (SqsClient sqs = tenants.queues()) {
            sqs.sendMessage(send -> send.queueUrl(Queues.url("backplane-dev-tenant-suspensions"))
                    .messageBody("{\"tenantId\":\"" + tenant + "\"}"));
        }
        Suite.await(
                () -> tenants.row(tenant, "PROFILE").orElseThrow(),
                row -> !row.attributes().containsKey("Unpublished"));
    }

    /** Stops an upgrade while it waits for a tenant, makes the next one fail, and a third one succeed. */
    private void upgradeEverybody() {
        String old = tenants.provisionedAt(OLDER);
        String stack = TenantQueues.stackName(old);
        try (CloudFormation.Hold _ = server.cloud().stacks().hold(stack, "TenantRecord")) {
            String run = api.post("/tenant-upgrades", "{}").at("execution");
            awaitStack(stack, StackStatus.UPDATE_IN_PROGRESS);
            tenants.machines.stopExecution(stop -> stop.executionArn(run));
            awaitUpgrade("Failure");
            tenants.awaitStatus(old, "AUDIT#UPDATE#" + TenantQueues.CURRENT, "Failure");
        }
        awaitStack(stack, StackStatus.UPDATE_ROLLBACK_COMPLETE);
        String another = tenants.provisionedAt(OLDER);
        server.cloud().stacks().failNext(TenantQueues.stackName(another), "TenantRecord", "not today");
        api.post("/tenant-upgrades", "{}");
        tenants.awaitStatus(another, "AUDIT#UPDATE#" + TenantQueues.CURRENT, "Failure");
        awaitUpgrade("Failure");
        assertThat(api.post("/tenant-upgrades", "{}").status()).isEqualTo(202);
        awaitUpgrade("Success");
    }

    /** Makes an update and its rollback fail, which the next update must repair. */
    private void continueARollback() {
        String old = tenants.provisionedAt(OLDER);
        server.cloud().stacks().failNext(TenantQueues.stackName(old), "TenantRecord", "not today");
        server.cloud().stacks().failNext(TenantQueues.stackName(old), "TenantRecord", "and not back");
        api.post("/tenants/" + old + "/updates", "{}");
        tenants.awaitStatus(old, "AUDIT#UPDATE#" + TenantQueues.CURRENT, "Failure");
        api.post("/tenants/" + old + "/updates", "{}");
        tenants.awaitStatus(old, "AUDIT#UPDATE#" + TenantQueues.CURRENT, "Success");
    }

    /** Starts an upgrade although the row of the previous one says that it is running. */
    private void upgradeAfterALostEnd() {
        tenants.changeUpgrade(TenantQueues.CURRENT, "Started");
        assertThat(api.post("/tenant-upgrades", "{}").status()).isEqualTo(202);
        awaitUpgrade("Success");
    }

    private void awaitUpgrade(String status) {
        Suite.await(() -> tenants.upgradeRow(TenantQueues.CURRENT), row -> hasStatus(row, status));
    }

    private static boolean hasStatus(Optional<Item> row, String status) {
        return row.filter(item -> item.text("Status").equals(status)).isPresent();
    }

    /** A later definition might change the queue or the tags. */
    private void changeTheStack(String tenant) {
        String name = TenantQueues.stackName(tenant);
        Stack stack = tenants.stacks
                .describeStacks(describe -> describe.stackName(name))
                .stacks()
                .getFirst();
        String template = tenants.stacks
                .getTemplate(get -> get.stackName(name))
                .templateBody()
                .replace("900", "600");
        tenants.stacks.updateStack(update -> update.stackName(name)
                .templateBody(template)
                .parameters(stack.parameters())
                .tags(tag("TenantId", tenant), tag("Colour", "red"))
                .roleARN(stack.roleARN()));
        awaitStack(name, StackStatus.UPDATE_COMPLETE);
    }

    private void failAndRetry() {
        String tenant = TenantQueues.newTenant();
        server.cloud().stacks().failNext(TenantQueues.stackName(tenant), "InboundQueueAge", "not today");
        tenants.queue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Failure");
        assertThat(api.post("/tenants/" + tenant + "/retries", "{}").status()).isEqualTo(202);
        tenants.awaitStatus(tenant, CREATE, "Success");
    }

    /** Finds a stack of the tenant that could be neither created nor rolled back. */
    private void removeLeftovers(String like) {
        String tenant = TenantQueues.newTenant();
        String name = TenantQueues.stackName(tenant);
        Stack model = tenants.stacks
                .describeStacks(describe -> describe.stackName(TenantQueues.stackName(like)))
                .stacks()
                .getFirst();
        String template = tenants.stacks
                .getTemplate(get -> get.stackName(model.stackName()))
                .templateBody();
        server.cloud().stacks().failNext(name, "InboundQueueAge", "not today");
        tenants.stacks.createStack(create -> create.stackName(name)
                .templateBody(template)
                .parameters(model.parameters())
                .tags(tag("TenantId", tenant))
                .onFailure(OnFailure.DO_NOTHING));
        awaitStack(name, StackStatus.CREATE_FAILED);
        tenants.queue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Success");
    }

    /** Kills an execution, which then cannot record its end. */
    private void stopARun() {
        String tenant = TenantQueues.newTenant();
        stopARunOf(tenant);
        tenants.awaitStatus(tenant, CREATE, "Failure");
    }

    /** Kills an execution that cannot have ended before, however long the call takes. */
    private void stopARunOf(String tenant) {
        try (CloudFormation.Hold _ = server.cloud().stacks().hold(TenantQueues.stackName(tenant), "InboundQueueAge")) {
            String run = tenants.queue(tenant).at("execution");
            tenants.awaitStatus(tenant, CREATE, "Started");
            tenants.machines.stopExecution(stop -> stop.executionArn(run));
        }
    }

    /** Deletes the queue, so that the rule must use its dead-letter queue. */
    void loseTheQueue() {
        try (EngineHttpClient http = new EngineHttpClient()) {
            new Engine(http, server.cloud().queueEndpoint(), "AmazonSQS")
                    .call("DeleteQueue", JsonNodeFactory.instance.objectNode().put("QueueUrl", Queues.url(QUEUE)));
        }
        stopARunOf(TenantQueues.newTenant());
    }

    private void awaitStack(String name, StackStatus status) {
        Suite.await(() -> server.cloud().stacks().status(name), List.of(Optional.of(status))::contains);
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    @Override
    public void close() {
        tenants.close();
    }
}
