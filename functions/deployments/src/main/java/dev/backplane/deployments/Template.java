package dev.backplane.deployments;

/** The way in which a deployment's functions are exposed. */
public enum Template {
    FUNCTION_URLS,
    API_GATEWAY
}
