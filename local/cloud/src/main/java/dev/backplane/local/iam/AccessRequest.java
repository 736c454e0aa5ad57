package dev.backplane.local.iam;

import java.util.Map;

/**
 * One action on one resource, for which permission is asked.
 *
 * @param facts what conditions may ask for beyond what every call has, such as {@code iam:PassedToService}
 */
public record AccessRequest(String action, String resource, Map<String, String> facts) {

    public AccessRequest {
        facts = Map.copyOf(facts);
    }

    /** An access about which there is nothing more to know. */
    public AccessRequest(String action, String resource) {
        this(action, resource, Map.of());
    }

    /** Returns the permission to let a service act with a role. */
    public static AccessRequest passRole(String roleArn, String service) {
        return new AccessRequest("iam:PassRole", roleArn, Map.of("iam:PassedToService", service));
    }
}
