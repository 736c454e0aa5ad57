package dev.backplane.local.sqs;

import java.time.Duration;
import java.util.List;

/** A queue to take messages from. */
public interface MessageSource {

    /** Takes some messages, which stay hidden for the queue's visibility timeout; empty when none came in this time. */
    List<QueueMessage> receive(int atMost, Duration wait);

    /** Removes messages for good. */
    void delete(List<QueueMessage> messages);
}
