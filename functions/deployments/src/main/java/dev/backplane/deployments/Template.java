package dev.backplane.deployments;

/** How a deployment's functions are reached. */
public enum Template {
    FUNCTION_URLS,
    API_GATEWAY
}
