package dev.backplane.local.cloudwatch;

import java.time.Instant;

/** A log event. */
public record LogEvent(String group, String stream, Instant time, String message) {}
