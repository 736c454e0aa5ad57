package dev.backplane.local.iam;

import dev.backplane.local.account.Account;
import java.util.Map;
import java.util.Optional;

/**
 * An assumed role.
 *
 * @param policy limits the permissions of the role for this session
 * @param conditionKeys facts about the session that conditions compare, such as {@code aws:TokenIssueTime}
 */
public record Caller(Role role, String session, Optional<SessionPolicy> policy, Map<String, String> conditionKeys) {

    public Caller {
        conditionKeys = Map.copyOf(conditionKeys);
    }

    /** Returns the ARN of the session. */
    public String arn() {
        return "arn:" + Account.PARTITION + ":sts::" + role.account() + ":assumed-role/" + role.name() + "/" + session;
    }
}
