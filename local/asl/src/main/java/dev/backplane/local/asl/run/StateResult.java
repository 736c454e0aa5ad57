package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The result of a state.
 *
 * @param next the next state; empty at the end of the flow
 */
record StateResult(JsonNode output, Optional<String> next) {}
