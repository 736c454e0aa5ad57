package dev.backplane.platform.queues;

import dev.backplane.platform.Platform;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.log.Invocation;
import java.util.ArrayList;
import java.util.List;

/**
 * The base class of functions that process each message of a queue separately; only failed messages are delivered
 * again.
 */
public abstract class SqsHandler extends BatchHandler {

    protected SqsHandler(Platform platform, String service) {
        super(platform, service);
    }

    /**
     * Processes one message. If it fails, SQS delivers it again, and after several attempts moves it to the dead-letter
     * queue.
     */
    protected abstract void handle(SqsMessage message);

    @Override
    protected final List<String> handle(byte[] batch, Invocation invocation) {
        List<SqsMessage> messages = Json.read(SqsBatch.class, batch).records();
        invocation.note("messages", messages.size());
        List<String> failed = new ArrayList<>();
        for (SqsMessage message : messages) {
            try {
                handle(message);
            } catch (RuntimeException e) {
                invocation.failed(e);
                failed.add(message.messageId());
            }
        }
        return failed;
    }
}
