package dev.backplane.local.cloudformation;

import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import java.util.Optional;

/**
 * The permissions of a stack operation.
 *
 * @param caller empty for the account owner
 */
record StackPermissions(Iam iam, Optional<Caller> caller) {

    static StackPermissions of(Iam iam, AssumedRole assumedRole) {
        return new StackPermissions(iam, iam.role(assumedRole.roleArn()).map(role -> role.as(assumedRole.session())));
    }

    /** Requires a permission. */
    void needs(String action, String resource) throws ResourceException {
        Optional<Denial> denial = caller.flatMap(who -> iam.check(who, new AccessRequest(action, resource)));
        if (denial.isPresent()) {
            throw ResourceException.ofHandler(denial.get().message(), "AccessDenied");
        }
    }
}
