package dev.backplane.local.asl;

import java.util.Optional;

/**
 * How a state ends.
 *
 * @param next the next state; empty at the end
 */
public record StateExit(ResultShaping shaping, Optional<String> next) {}
