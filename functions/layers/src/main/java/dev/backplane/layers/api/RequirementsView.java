package dev.backplane.layers.api;

import io.avaje.jsonb.Json;

/** A requirements text and its hash. */
@Json
record RequirementsView(String requirementsHash, String requirementsTxt) {}
