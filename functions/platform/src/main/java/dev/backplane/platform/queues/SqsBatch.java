package dev.backplane.platform.queues;

import io.avaje.jsonb.Json;
import java.util.List;

/** The event of a function with a queue as event source. */
@Json
record SqsBatch(@Json.Property("Records") List<SqsMessage> records) {}
