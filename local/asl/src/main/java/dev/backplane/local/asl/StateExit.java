package dev.backplane.local.asl;

import java.util.Optional;

/**
 * How a state is left.
 *
 * @param next the state that follows; empty for the end
 */
public record StateExit(ResultShaping shaping, Optional<String> next) {}
