package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * How a visit to a state ended.
 *
 * @param next the state that follows; empty at the end of the flow
 */
record StateResult(JsonNode output, Optional<String> next) {}
