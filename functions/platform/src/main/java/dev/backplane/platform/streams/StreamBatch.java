package dev.backplane.platform.streams;

import io.avaje.jsonb.Json;
import java.util.List;

/** What Lambda passes to a function that a stream is mapped to. */
@Json
record StreamBatch(@Json.Property("Records") List<StreamRecord> records) {}
