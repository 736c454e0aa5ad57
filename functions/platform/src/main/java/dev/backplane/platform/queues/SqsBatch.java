package dev.backplane.platform.queues;

import io.avaje.jsonb.Json;
import java.util.List;

/** What Lambda passes to a function that a queue is mapped to. */
@Json
record SqsBatch(@Json.Property("Records") List<SqsMessage> records) {}
