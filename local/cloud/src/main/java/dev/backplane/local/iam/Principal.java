package dev.backplane.local.iam;

import dev.backplane.local.account.Account;
import java.util.Set;

/** A principal of a policy: an account or role under {@code AWS}, or a service. */
public record Principal(String type, String value) {

    private static final String ANYONE = "*";
    private static final String AWS = "AWS";
    private static final Set<String> WHOLE_ACCOUNT = Set.of(Account.ID, Account.globalArn("iam", "root"));

    /** Returns a role of the account. */
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
                || (type.equals(AWS) && asking.type.equals(AWS) && WHOLE_ACCOUNT.contains(value));
    }
}
