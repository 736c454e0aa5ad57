package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** The messages and dead letters of tenants, over HTTP, with CloudFormation and SQS of the local cloud. */
class TenantRedriveTest {

    private static final int DEAD_LETTERS = 3000;
    private static final int RECEIVES = 10;
    private static final String SHARED =
            "https://sqs.us-east-1.amazonaws.com/000000000000/backplane-dev-tenant-dead-letters";

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private TenantQueues tenants;
    private SqsClient sqs;

    @BeforeEach
    void open() {
        api = SUITE.api();
        tenants = new TenantQueues(SUITE.server());
        sqs = tenants.queues();
    }

    @AfterEach
    void close() {
        sqs.close();
        tenants.close();
    }

    private JsonNode inbound(String tenant) {
        Answer answer = api.get("/tenants/" + tenant + "/queues");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().at("/items/0");
    }

    private Answer redrive(String tenant) {
        return api.post("/tenants/" + tenant + "/queues/inbound/redrive", "");
    }

    private JsonNode awaitRedrive(String tenant) {
        return Suite.await(
                () -> inbound(tenant).at("/deadLetters/redrive"),
                task -> !task.path("status").asText().equals("RUNNING"));
    }

    @Test
    void aRedriveOfThousandsOfMessages_losesNone_andLeavesOtherTenantsAlone() {
        String tenant = tenants.provisioned();
        String other = tenants.provisioned();
        send(inbound(other).at("/deadLetters/url").asText(), "kept-", 50);
        send(inbound(tenant).at("/deadLetters/url").asText(), "dead-", DEAD_LETTERS);
        assertThat(inbound(tenant).at("/deadLetters/messages").asInt()).isEqualTo(DEAD_LETTERS);
        assertThat(inbound(tenant).at("/deadLetters/redrive").isNull()).isTrue();

        AtomicBoolean moving = new AtomicBoolean(true);
        CompletableFuture<Set<String>> busy = CompletableFuture.supplyAsync(
                () -> useWhile(moving, inbound(other).path("url").asText()));
        List<Answer> answers = Threads.race(4, _ -> redrive(tenant)).allResults();
        JsonNode ended = awaitRedrive(tenant);
        moving.set(false);

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).as(answer.text()).isEqualTo(202);
            assertThat(answer.at("startedAt")).isEqualTo(answers.getFirst().at("startedAt"));
        });
        assertThat(ended.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(ended.path("movedMessages").asInt()).isEqualTo(DEAD_LETTERS);
        assertThat(ended.path("totalMessages").asInt()).isEqualTo(DEAD_LETTERS);
        assertThat(receiveAll(inbound(tenant).path("url").asText())).isEqualTo(numbered("dead-", DEAD_LETTERS));
        assertThat(inbound(tenant).path("messagesInFlight").asInt()).isEqualTo(DEAD_LETTERS);
        assertThat(receiveAll(inbound(other).path("url").asText())).isEqualTo(busy.join());
        assertThat(inbound(other).at("/deadLetters/messages").asInt()).isEqualTo(50);
        assertThat(inbound(other).at("/deadLetters/redrive").isNull()).isTrue();
    }

    @Test
    void anOlderStack_mustBeUpgraded_andKeepsEveryMessage() {
        String tenant = tenants.provisionedWithSharedDeadLetters();
        String url = inbound(tenant).path("url").asText();
        assertThat(inbound(tenant).path("deadLetters").isNull()).isTrue();
        send(url, "old-", 1);
        giveUp(url);
        send(url, "waiting-", 20);

        Answer refused = redrive(tenant);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("UPGRADE_REQUIRED");
        assertThat(refused.at("version")).isEqualTo("1.1.0");
        assertThat(refused.at("current")).isEqualTo(TenantQueues.CURRENT);
        assertThat(api.post("/tenants/" + tenant + "/updates", "").status()).isEqualTo(202);
        tenants.awaitStatus(tenant, "AUDIT#UPDATE#" + TenantQueues.CURRENT, "Success");

        assertThat(inbound(tenant).path("version").asText()).isEqualTo(TenantQueues.CURRENT);
        assertThat(inbound(tenant).path("messages").asInt()).isEqualTo(20);
        assertThat(receiveAll(url)).isEqualTo(numbered("waiting-", 20));
        send(url, "new-", 1);
        giveUp(url);
        assertThat(inbound(tenant).at("/deadLetters/messages").asInt()).isEqualTo(1);
        assertThat(redrive(tenant).status()).isEqualTo(202);
        awaitRedrive(tenant);
        assertThat(receiveAll(url)).isEqualTo(numbered("new-", 1));
        assertThat(sources("old-0"))
                .as("the message from before is in the shared queue and names its source")
                .containsExactly("arn:aws:sqs:us-east-1:000000000000:" + TenantQueues.stackName(tenant) + "-inbound");
    }

    /** Sends and receives messages as a busy tenant does, and returns those that it did not receive. */
    private Set<String> useWhile(AtomicBoolean moving, String url) {
        Set<String> left = new TreeSet<>();
        for (int i = 0; moving.get() || i < 20; i++) {
            String body = "busy-" + i;
            sqs.sendMessage(send -> send.queueUrl(url).messageBody(body));
            left.add(body);
            if (i % 2 == 1) {
                for (Message message :
                        sqs.receiveMessage(receive -> receive.queueUrl(url)).messages()) {
                    sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
                    left.remove(message.body());
                }
            }
        }
        return left;
    }

    private void send(String url, String prefix, int count) {
        List<String> bodies = List.copyOf(numbered(prefix, count));
        for (int start = 0; start < count; start += 10) {
            List<SendMessageBatchRequestEntry> entries = bodies.subList(start, Math.min(count, start + 10)).stream()
                    .map(body -> SendMessageBatchRequestEntry.builder()
                            .id(body)
                            .messageBody(body)
                            .build())
                    .toList();
            assertThat(sqs.sendMessageBatch(batch -> batch.queueUrl(url).entries(entries))
                            .failed())
                    .isEmpty();
        }
    }

    private static Set<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Receives all waiting messages, each once. */
    private Set<String> receiveAll(String url) {
        List<String> bodies = new ArrayList<>();
        while (true) {
            List<Message> messages = sqs.receiveMessage(
                            receive -> receive.queueUrl(url).maxNumberOfMessages(10))
                    .messages();
            if (messages.isEmpty()) {
                assertThat(bodies).doesNotHaveDuplicates();
                return new TreeSet<>(bodies);
            }
            messages.forEach(message -> bodies.add(message.body()));
        }
    }

    /** Receives the waiting message without deleting it until SQS moves it to the dead letters. */
    private void giveUp(String url) {
        for (int i = 0; i < RECEIVES; i++) {
            Message message = sqs.receiveMessage(receive -> receive.queueUrl(url))
                    .messages()
                    .getFirst();
            sqs.changeMessageVisibility(change ->
                    change.queueUrl(url).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
        }
        assertThat(sqs.receiveMessage(receive -> receive.queueUrl(url)).messages())
                .isEmpty();
    }

    /** Returns the queues that a message in the shared queue comes from. */
    private List<String> sources(String body) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(SHARED)
                        .maxNumberOfMessages(10)
                        .visibilityTimeout(0)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages()
                .stream()
                .filter(message -> message.body().equals(body))
                .map(message -> message.attributes()
                        .getOrDefault(MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN, "none"))
                .toList();
    }
}
