package dev.backplane.local.iam;

import java.util.Map;

/**
 * One action on one resource to be authorized.
 *
 * @param conditionKeys additional condition keys, such as {@code iam:PassedToService}
 */
public record AccessRequest(String action, String resource, Map<String, String> conditionKeys) {

    public AccessRequest {
        conditionKeys = Map.copyOf(conditionKeys);
    }

    /** Creates a request without condition keys. */
    public AccessRequest(String action, String resource) {
        this(action, resource, Map.of());
    }

    /** Creates the request to pass a role to a service. */
    public static AccessRequest passRole(String roleArn, String service) {
        return new AccessRequest("iam:PassRole", roleArn, Map.of("iam:PassedToService", service));
    }
}
