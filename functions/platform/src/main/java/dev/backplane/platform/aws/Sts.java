package dev.backplane.platform.aws;

import dev.backplane.platform.Times;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/** Assumes roles, in this account and in others. */
public final class Sts {

    private final QueryApi api;

    public Sts(AwsConnection aws, Clock clock) {
        this.api = new QueryApi(new SignedHttp(aws, "sts", clock), "2011-06-15");
    }

    /**
     * Assumes a role.
     *
     * @throws AwsRefusalException if STS refuses the call, such as with {@code AccessDenied}
     */
    public SessionCredentials assumeRole(RoleSession session) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("RoleArn", session.roleArn());
        parameters.put("RoleSessionName", session.name());
        parameters.put("DurationSeconds", Long.toString(session.duration().toSeconds()));
        session.externalId().ifPresent(id -> parameters.put("ExternalId", id));
        session.policy().ifPresent(policy -> parameters.put("Policy", policy));
        int number = 1;
        for (Map.Entry<String, String> tag : session.tags().entrySet()) {
            parameters.put("Tags.member." + number + ".Key", tag.getKey());
            parameters.put("Tags.member." + number + ".Value", tag.getValue());
            number++;
        }
        QueryResult result = api.call("AssumeRole", parameters);
        return new SessionCredentials(
                result.text("AccessKeyId"),
                result.text("SecretAccessKey"),
                result.text("SessionToken"),
                Times.parseAnyForm(result.text("Expiration")));
    }
}
