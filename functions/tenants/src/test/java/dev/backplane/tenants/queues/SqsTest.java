package dev.backplane.tenants.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDepth;
import dev.backplane.tenants.Redrive;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.tenants.testing.LocalQueues;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SqsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private FakeAws aws;
    private Sqs sqs;

    @BeforeEach
    void open() {
        aws = new FakeAws(DYNAMO);
        sqs = new Sqs(aws.platform(Map.of()).platform());
    }

    @Test
    void depth_countsWaitingMessagesAndThoseInFlight() {
        Queue queue = aws.queues.create();
        aws.queues.send(queue, 3);
        assertThat(sqs.depth(queue)).contains(new QueueDepth(3, 0, 0));

        aws.queues.receiveAll(queue);
        aws.queues.send(queue, 1);
        assertThat(sqs.depth(queue)).contains(new QueueDepth(1, 3, 0));
    }

    @Test
    void depth_ofAQueueThatDoesNotExist_isEmpty() {
        assertThat(sqs.depth(LocalQueues.missing())).isEmpty();
    }

    @Test
    void depth_thatIsDenied_isAFault() {
        aws.queues.refuse("GetQueueAttributes", "AccessDeniedException");
        Queue queue = aws.queues.create();
        assertThatThrownBy(() -> sqs.depth(queue)).isInstanceOf(AwsRefusalException.class);
    }

    @Test
    void redrive_movesEveryMessage_andListsItsProgress() {
        Queue queue = aws.queues.create();
        Queue deadLetters = aws.queues.create();
        assertThat(sqs.lastRedrive(deadLetters)).isEmpty();
        aws.queues.send(deadLetters, 25);

        Redrive started = sqs.redrive(deadLetters, queue).orElseThrow();
        Redrive ended = awaitEnd(deadLetters);
        assertThat(started.started()).isEqualTo(ended.started());
        assertThat(ended.status()).isEqualTo("COMPLETED");
        assertThat(ended.moved()).isEqualTo(25);
        assertThat(aws.queues.receiveAll(queue))
                .extracting(SqsTest::body)
                .containsExactlyInAnyOrderElementsOf(numbers(25));
        assertThat(sqs.depth(deadLetters)).contains(new QueueDepth(0, 0, 0));
    }

    @Test
    void redrive_by16AtOnce_losesAndCopiesNoMessage() {
        Queue queue = aws.queues.create();
        Queue deadLetters = aws.queues.create();
        aws.queues.send(deadLetters, 1000);

        List<Optional<Redrive>> answers =
                Threads.race(16, _ -> sqs.redrive(deadLetters, queue)).allResults();

        assertThat(answers).allSatisfy(answer -> assertThat(answer).isPresent());
        awaitEnd(deadLetters);
        assertThat(aws.queues.receiveAll(queue))
                .extracting(SqsTest::body)
                .containsExactlyInAnyOrderElementsOf(numbers(1000));
    }

    @Test
    void redrive_whileSqsRefusesASecondTask_returnsTheFirst() {
        Queue queue = aws.queues.create();
        Queue deadLetters = aws.queues.create();
        sqs.redrive(deadLetters, queue);
        Redrive first = awaitEnd(deadLetters);
        FakeAws refusing = new FakeAws(DYNAMO);
        refusing.queues.refuse("StartMessageMoveTask", "InvalidParameterValue");

        assertThat(at(refusing, first.started().plusSeconds(1)).redrive(deadLetters, queue))
                .contains(first);
        assertThatThrownBy(() -> at(refusing, first.started().plusSeconds(61)).redrive(deadLetters, queue))
                .as("the refusal has another reason than a task that ended long ago")
                .isInstanceOf(AwsRefusalException.class);
    }

    @Test
    void redrive_betweenQueuesThatDoNotExist_isEmpty() {
        aws.queues.refuse("StartMessageMoveTask", "ResourceNotFoundException");
        assertThat(sqs.redrive(LocalQueues.missing(), LocalQueues.missing())).isEmpty();
        assertThat(sqs.lastRedrive(LocalQueues.missing())).isEmpty();
    }

    private static Sqs at(FakeAws aws, Instant now) {
        var test = aws.platform(Map.of());
        test.clock().set(now);
        return new Sqs(test.platform());
    }

    private Redrive awaitEnd(Queue deadLetters) {
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        Redrive last = sqs.lastRedrive(deadLetters).orElseThrow();
        while (last.isRunning()) {
            assertThat(Instant.now()).isBefore(deadline);
            last = sqs.lastRedrive(deadLetters).orElseThrow();
        }
        return last;
    }

    private static String body(Obj message) {
        return message.findText("Body").orElseThrow();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }
}
