package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The result of creating or updating a resource.
 *
 * @param attributes the values of {@code Fn::GetAtt}
 */
record ProvisionedResource(String physicalId, JsonNode attributes) {}
