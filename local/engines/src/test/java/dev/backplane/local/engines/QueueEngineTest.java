package dev.backplane.local.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

final class QueueEngineTest {

    private static final String REGION = "us-east-1";
    private static final String ACCOUNT = "000000000000";
    private static final String QUEUE_URL = "https://sqs.us-east-1.amazonaws.com/000000000000/jobs";

    @Test
    void inMemory_keepsMessagesUnderTheQueueUrlThatAwsWouldGive() {
        try (QueueEngine engine = QueueEngine.inMemory(REGION, ACCOUNT);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            SqsClient queues = clients.queues();
            queues.createQueue(queue -> queue.queueName("jobs"));
            queues.sendMessage(message -> message.queueUrl(QUEUE_URL).messageBody("hello"));

            assertThat(receive(queues)).containsExactly("hello");
        }
    }

    @Test
    void inMemory_givesQueuesAnArnOfTheAccountAndRegion() {
        try (QueueEngine engine = QueueEngine.inMemory(REGION, ACCOUNT);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            SqsClient queues = clients.queues();
            assertThat(queues.createQueue(queue -> queue.queueName("jobs")).queueUrl())
                    .isEqualTo(QUEUE_URL);

            assertThat(queues.getQueueAttributes(
                                    get -> get.queueUrl(QUEUE_URL).attributeNames(QueueAttributeName.QUEUE_ARN))
                            .attributes())
                    .containsEntry(QueueAttributeName.QUEUE_ARN, "arn:aws:sqs:us-east-1:000000000000:jobs");
        }
    }

    @Test
    void inFolder_whenRestarted_keepsMessages(@TempDir Path folder) {
        try (QueueEngine engine = QueueEngine.inFolder(REGION, ACCOUNT, folder);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            SqsClient queues = clients.queues();
            queues.createQueue(queue -> queue.queueName("jobs"));
            queues.sendMessage(message -> message.queueUrl(QUEUE_URL).messageBody("first"));
            queues.sendMessage(message -> message.queueUrl(QUEUE_URL).messageBody("second"));
            Message received = queues.receiveMessage(receive -> receive.queueUrl(QUEUE_URL))
                    .messages()
                    .getFirst();
            queues.deleteMessage(delete -> delete.queueUrl(QUEUE_URL).receiptHandle(received.receiptHandle()));
        }
        try (QueueEngine engine = QueueEngine.inFolder(REGION, ACCOUNT, folder);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            assertThat(receive(clients.queues())).containsExactly("second");
        }
    }

    @Test
    void inFolder_whenAnotherFolderIsOpenedLater_startsEmpty(@TempDir Path folder, @TempDir Path other) {
        try (QueueEngine engine = QueueEngine.inFolder(REGION, ACCOUNT, folder);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            clients.queues().createQueue(queue -> queue.queueName("jobs"));
        }
        try (QueueEngine engine = QueueEngine.inFolder(REGION, ACCOUNT, other);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            assertThat(clients.queues().listQueues().queueUrls()).isEmpty();
        }
    }

    @Test
    void inFolder_whenAnotherEngineKeepsAFolder_refuses(@TempDir Path folder, @TempDir Path other) {
        try (QueueEngine engine = QueueEngine.inFolder(REGION, ACCOUNT, folder)) {
            assertThat(engine.endpoint().getHost()).isEqualTo("127.0.0.1");
            assertThatThrownBy(() -> QueueEngine.inFolder(REGION, ACCOUNT, other))
                    .hasStackTraceContaining("already stores");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/000000000000/jobs", "/jobs", "/queue/jobs"})
    void port_refusesWhoDoesNotKnowItsPath(String path) throws Exception {
        try (QueueEngine engine = QueueEngine.inMemory(REGION, ACCOUNT);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            SqsClient queues = clients.queues();
            queues.createQueue(queue -> queue.queueName("jobs"));
            for (String action : List.of("SendMessage&MessageBody=evil", "PurgeQueue", "ListQueues", "DeleteQueue")) {
                for (String url : List.of("", "&QueueUrl=" + QUEUE_URL, "&QueueUrl=http://x/jobs", "&QueueUrl=jobs")) {
                    assertThat(CrossSite.post(engine.endpoint().resolve(path), "Action=" + action + url))
                            .as(action + url)
                            .isBetween(400, 499);
                }
            }

            assertThat(receive(queues)).isEmpty();
            assertThat(queues.listQueues().queueUrls()).containsExactly(QUEUE_URL);
        }
    }

    @Test
    void close_freesThePortAndEndsItsThreads() {
        Set<Thread> before = Threads.notDaemons();
        int port;
        try (QueueEngine engine = QueueEngine.inMemory(REGION, ACCOUNT)) {
            port = engine.endpoint().getPort();
        }

        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
        Threads.awaitEndOfAllBut(before);
    }

    @Test
    void close_doesNotWaitForThoseWhoWaitForMessages() throws InterruptedException {
        QueueEngine engine = QueueEngine.inMemory(REGION, ACCOUNT);
        try (EngineClients clients = new EngineClients(engine.endpoint())) {
            SqsClient queues = clients.queues();
            queues.createQueue(queue -> queue.queueName("jobs"));
            Thread poll = Thread.ofVirtual()
                    .start(() -> queues.receiveMessage(
                            receive -> receive.queueUrl(QUEUE_URL).waitTimeSeconds(20)));
            poll.setUncaughtExceptionHandler((thread, expected) -> {});
            Thread closing = Thread.ofVirtual().start(engine::close);

            assertThat(closing.join(Duration.ofSeconds(19))).isTrue();
            poll.interrupt();
        }
    }

    private static List<String> receive(SqsClient queues) {
        return queues.receiveMessage(receive -> receive.queueUrl(QUEUE_URL).maxNumberOfMessages(10)).messages().stream()
                .map(Message::body)
                .toList();
    }
}
