package dev.backplane.local.cloudwatch;

import java.time.Instant;

/** One event of a log stream. */
public record LogLine(String group, String stream, Instant time, String message) {}
