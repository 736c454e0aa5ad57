package dev.backplane.local.iam;

import dev.backplane.local.account.Account;

/** A principal of a policy: an account or role under {@code AWS}, or a service. */
public record Principal(String type, String value) {

    private static final String ANYONE = "*";
    private static final String AWS = "AWS";
    private static final int ACCOUNT_PART = 4;

    /** Returns a role, or the owner of an account, by ARN. */
    static Principal role(String arn) {
        return new Principal(AWS, arn);
    }

    /** Returns an AWS service, such as {@code events.amazonaws.com}. */
    public static Principal service(String name) {
        return new Principal("Service", name);
    }

    boolean includes(Principal asking) {
        return value.equals(ANYONE)
                || equals(asking)
                || (type.equals(AWS) && asking.type.equals(AWS) && isWholeAccountOf(asking.value));
    }

    private boolean isWholeAccountOf(String arn) {
        String[] parts = arn.split(":", -1);
        String account = parts.length > ACCOUNT_PART ? parts[ACCOUNT_PART] : "";
        return value.equals(account) || value.equals("arn:" + Account.PARTITION + ":iam::" + account + ":root");
    }
}
