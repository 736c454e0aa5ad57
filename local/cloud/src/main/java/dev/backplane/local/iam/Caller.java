package dev.backplane.local.iam;

import dev.backplane.local.account.Account;

/** An assumed role. */
public record Caller(Role role, String session) {

    /** Returns the ARN of the session. */
    public String arn() {
        return Account.globalArn("sts", "assumed-role/" + role.name() + "/" + session);
    }
}
