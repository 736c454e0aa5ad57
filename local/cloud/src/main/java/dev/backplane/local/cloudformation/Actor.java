package dev.backplane.local.cloudformation;

import dev.backplane.local.iam.Access;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import java.util.Optional;

/**
 * Whose permissions CloudFormation uses for the calls that a resource takes.
 *
 * @param caller empty for the account's owner
 */
record Actor(Iam iam, Optional<Caller> caller) {

    static Actor of(Iam iam, Acting acting) {
        return new Actor(iam, iam.role(acting.roleArn()).map(role -> role.as(acting.session())));
    }

    /** Asks for a permission. */
    void needs(String action, String resource) throws ResourceFailure {
        Optional<Denial> denial = caller.flatMap(who -> iam.check(who, new Access(action, resource)));
        if (denial.isPresent()) {
            throw ResourceFailure.ofHandler(denial.get().message(), "AccessDenied");
        }
    }
}
