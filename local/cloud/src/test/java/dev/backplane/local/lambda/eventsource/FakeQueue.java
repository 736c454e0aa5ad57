package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.sqs.MessageSource;
import dev.backplane.local.sqs.QueueMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An in-memory queue whose messages stay hidden until a test makes them visible. */
final class FakeQueue implements MessageSource {

    private final BlockingQueue<QueueMessage> visible = new LinkedBlockingQueue<>();
    private final List<String> deleted = new CopyOnWriteArrayList<>();

    void add(String id, String body) {
        visible.add(new QueueMessage(
                id,
                "receipt-" + id,
                JsonNodeFactory.instance.objectNode().put("messageId", id).put("body", body)));
    }

    List<String> deleted() {
        return List.copyOf(deleted);
    }

    int visible() {
        return visible.size();
    }

    @Override
    public List<QueueMessage> receive(int atMost, Duration wait) {
        List<QueueMessage> received = new ArrayList<>();
        try {
            QueueMessage first = visible.poll(Math.min(wait.toMillis(), 50), TimeUnit.MILLISECONDS);
            if (first != null) {
                received.add(first);
                visible.drainTo(received, atMost - 1);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return received;
    }

    @Override
    public void delete(List<QueueMessage> messages) {
        deleted.addAll(QueueMessage.ids(messages));
    }
}
