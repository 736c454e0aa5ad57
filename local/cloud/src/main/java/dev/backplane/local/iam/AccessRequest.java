package dev.backplane.local.iam;

import dev.backplane.local.account.Account;
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

    /** Returns the same request about the resource of that name in another account. */
    AccessRequest in(String account) {
        return new AccessRequest(action, resource.replace(":" + Account.ID + ":", ":" + account + ":"), conditionKeys);
    }

    /** Creates the request to pass a role to a service. */
    public static AccessRequest passRole(String roleArn, String service) {
        return new AccessRequest("iam:PassRole", roleArn, Map.of("iam:PassedToService", service));
    }
}
