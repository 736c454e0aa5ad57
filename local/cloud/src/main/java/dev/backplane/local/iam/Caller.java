package dev.backplane.local.iam;

import dev.backplane.local.account.Account;

/** A role in use: who makes a call. */
public record Caller(Role role, String session) {

    /** Returns the name of the caller in AWS's messages. */
    public String arn() {
        return Account.globalArn("sts", "assumed-role/" + role.name() + "/" + session);
    }
}
