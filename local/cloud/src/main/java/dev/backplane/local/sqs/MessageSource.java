package dev.backplane.local.sqs;

import java.time.Duration;
import java.util.List;

/** A queue to receive messages from. */
public interface MessageSource {

    /** Receives messages, which stay hidden for the visibility timeout; empty when none arrived in time. */
    List<QueueMessage> receive(int atMost, Duration wait);

    /** Deletes messages. */
    void delete(List<QueueMessage> messages);
}
