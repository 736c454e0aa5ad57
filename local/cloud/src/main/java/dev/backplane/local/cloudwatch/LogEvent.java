package dev.backplane.local.cloudwatch;

import java.time.Instant;

/** One event of a log stream. */
public record LogEvent(String group, String stream, Instant time, String message) {}
