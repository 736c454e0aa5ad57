package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What making or changing a resource came to.
 *
 * @param attributes what {@code Fn::GetAtt} gives
 */
record ProvisionedResource(String physicalId, JsonNode attributes) {}
