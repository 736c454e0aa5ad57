package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.stepfunctions.TimeScale;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/** Events of the bus that are forwarded to tenants, in a stage that does this. */
class TenantForwardingTest {

    private static final String SETTINGS = """
            {"packaging":"snapstart","edge":"true",\
            "tenants":{"onboarding":"open","forward":["Order"],"tiers":{"standard":{},"premium":{}}}}""";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String QUEUE = "backplane-dev-tenant-forwarding";
    private static final int TENANTS = 50;
    private static final int EVENTS = 5000;

    private static LocalServer server;
    private static TenantQueues tenants;
    private static SqsClient sqs;
    private static EventBridgeClient bus;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException, InterruptedException {
        server = Suite.serve(
                LocalCloud.Options.of(Synthesis.of(folder, SETTINGS)).withSpeed(new TimeScale(2000)));
        tenants = new TenantQueues(server);
        sqs = tenants.queues();
        bus = tenants.client(EventBridgeClient.builder());
    }

    @AfterAll
    static void stop() {
        bus.close();
        sqs.close();
        tenants.close();
        server.close();
    }

    /** An event of a shop. */
    private record Order(String tenant, String id) {

        PutEventsRequestEntry entry(String type) {
            return PutEventsRequestEntry.builder()
                    .eventBusName("backplane-dev")
                    .source("shop")
                    .detailType(type)
                    .detail(JSON.createObjectNode()
                            .put("tenantId", tenant)
                            .put("orderId", id)
                            .toString())
                    .build();
        }
    }

    private static void publish(List<Order> orders, String type) {
        for (int start = 0; start < orders.size(); start += 10) {
            List<PutEventsRequestEntry> entries = orders.subList(start, Math.min(orders.size(), start + 10)).stream()
                    .map(order -> order.entry(type))
                    .toList();
            assertThat(bus.putEvents(put -> put.entries(entries)).failedEntryCount())
                    .isZero();
        }
    }

    private static String url(String name) {
        return "https://sqs.us-east-1.amazonaws.com/000000000000/" + name;
    }

    private static String inbound(String tenant) {
        return url(TenantQueues.stackName(tenant) + "-inbound");
    }

    /** Receives and deletes messages until none is left. */
    private static List<Message> drain(String url) {
        List<Message> drained = new ArrayList<>();
        while (true) {
            List<Message> messages = sqs.receiveMessage(receive ->
                            receive.queueUrl(url).maxNumberOfMessages(10).messageAttributeNames("All"))
                    .messages();
            if (messages.isEmpty()) {
                return drained;
            }
            drained.addAll(messages);
            sqs.deleteMessageBatch(batch -> batch.queueUrl(url)
                    .entries(messages.stream()
                            .map(message -> DeleteMessageBatchRequestEntry.builder()
                                    .id(message.messageId())
                                    .receiptHandle(message.receiptHandle())
                                    .build())
                            .toList()));
        }
    }

    private static Order order(Message message) {
        try {
            JsonNode event = JSON.readTree(message.body());
            assertThat(event.path("detail-type").asText())
                    .as("only these events are forwarded, not those of the suite itself")
                    .startsWith("Order");
            return new Order(
                    event.at("/detail/tenantId").asText(),
                    event.at("/detail/orderId").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Receives orders from a queue until all of these have arrived, and checks that no others have. */
    private static void awaitOrders(String url, Set<Order> expected) {
        Set<Order> arrived = new HashSet<>();
        Suite.await(
                () -> {
                    drain(url).forEach(message -> arrived.add(order(message)));
                    return arrived.size();
                },
                count -> count >= expected.size());
        assertThat(arrived).isEqualTo(expected);
    }

    @Tag("large")
    @Test
    void thousandsOfEvents_reachTheirTenants_andNoOthers() {
        List<String> ready = IntStream.range(0, TENANTS)
                .mapToObj(_ -> TenantQueues.newTenant())
                .toList();
        ready.forEach(tenants::queue);
        ready.forEach(tenants::awaitQueue);
        String registered = TenantQueues.newTenant();
        assertThat(tenants.api().put("/tenants/" + registered, "{}").status()).isEqualTo(201);
        String deleted = tenants.provisioned();
        tenants.api().delete("/tenants/" + deleted);
        tenants.awaitStatus(deleted, "AUDIT#DELETE", "Success");
        String suspended = tenants.provisioned();
        assertThat(tenants.suspend(suspended).status()).isEqualTo(200);
        String unknown = TenantQueues.newTenant();

        List<Order> orders = IntStream.range(0, EVENTS)
                .mapToObj(i -> new Order(ready.get(i % TENANTS), "order-" + i))
                .toList();
        Map<Order, String> refused = new HashMap<>();
        refused.put(new Order(unknown, "to-unknown"), "TENANT_NOT_FOUND");
        refused.put(new Order(registered, "to-registered"), "TENANT_NOT_PROVISIONED");
        refused.put(new Order(deleted, "to-deleted"), "TENANT_DELETED");
        refused.put(new Order(suspended, "to-suspended"), "TENANT_SUSPENDED");
        refused.put(new Order("a/b", "to-nobody"), "INVALID_TENANT_ID");
        publish(orders.subList(0, EVENTS / 2), "OrderPlaced");
        publish(List.copyOf(refused.keySet()), "OrderPlaced");
        publish(List.of(new Order(ready.getFirst(), "not-forwarded")), "InvoicePaid");
        publish(orders.subList(EVENTS / 2, EVENTS), "OrderShipped");

        Map<String, Set<Order>> expected = new TreeMap<>();
        orders.forEach(order ->
                expected.computeIfAbsent(order.tenant(), _ -> new HashSet<>()).add(order));
        expected.forEach((tenant, all) -> awaitOrders(inbound(tenant), all));
        assertThat(awaitRefused(refused.size())).isEqualTo(refused);
        assertThat(drain(inbound(suspended))).isEmpty();
    }

    /** Receives the refused orders with their codes, which stay in the dead-letter queue. */
    private static Map<Order, String> awaitRefused(int count) {
        Map<Order, String> refused = new HashMap<>();
        Suite.await(
                () -> {
                    drain(url(QUEUE + "-dead-letters"))
                            .forEach(message -> refused.put(
                                    order(message),
                                    Objects.requireNonNull(
                                                    message.messageAttributes().get("ERROR_CODE"))
                                            .stringValue()));
                    return refused.size();
                },
                size -> size >= count);
        return refused;
    }

    @Test
    void aDeadLetter_isForwarded_onceItsTenantExists() {
        String tenant = TenantQueues.newTenant();
        Order early = new Order(tenant, "early");
        publish(List.of(early), "OrderPlaced");
        Suite.await(
                () -> sqs.getQueueAttributes(get -> get.queueUrl(url(QUEUE + "-dead-letters"))
                                .attributeNamesWithStrings("ApproximateNumberOfMessages"))
                        .attributesAsStrings()
                        .get("ApproximateNumberOfMessages"),
                "1"::equals);
        tenants.queue(tenant);
        tenants.awaitQueue(tenant);

        sqs.startMessageMoveTask(move -> move.sourceArn("arn:aws:sqs:us-east-1:000000000000:" + QUEUE + "-dead-letters")
                .destinationArn("arn:aws:sqs:us-east-1:000000000000:" + QUEUE));

        awaitOrders(inbound(tenant), Set.of(early));
    }

    @Test
    void theSample_isProcessed() throws IOException {
        byte[] event = Files.readAllBytes(Suite.ROOT.resolve("events/forwarding/ForwardEvent.json"));
        assertThat(server.cloud().functions().invoke("ForwardEvent", event).failed())
                .isFalse();
        assertThat(drain(url(QUEUE + "-dead-letters")))
                .singleElement()
                .satisfies(message -> assertThat(order(message)).isEqualTo(new Order("acme", "4711")));
    }
}
