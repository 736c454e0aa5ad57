package dev.backplane.local.sts;

import dev.backplane.local.aws.QueryForm;
import dev.backplane.local.aws.QueryRefusal;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.MalformedPolicyException;
import dev.backplane.local.iam.Role;
import dev.backplane.local.iam.SessionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parameters of AssumeRole, with the limits of AWS.
 *
 * @see <a href="https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html">AssumeRole</a>
 */
record AssumeRoleCall(
        String roleArn, String session, Optional<SessionPolicy> policy, Duration duration, Map<String, String> tags) {

    private static final Pattern SESSION = Pattern.compile("[\\w+=,.@-]{2,64}");
    private static final Pattern EXTERNAL_ID = Pattern.compile("[\\w+=,.@:/-]{2,1224}");
    private static final Pattern TAG_KEY = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]{1,128}");
    private static final Pattern TAG_VALUE = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]{0,256}");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,5}");
    private static final Duration SHORTEST = Duration.ofMinutes(15);
    private static final Duration LONGEST = Duration.ofHours(12);
    private static final Duration CHAINED = Duration.ofHours(1);
    private static final int MAX_POLICY = 2048;
    private static final int MAX_TAGS = 50;

    static AssumeRoleCall read(QueryForm form) {
        String session = form.text("RoleSessionName").orElse("");
        require(SESSION.matcher(session).matches(), "roleSessionName", "must satisfy " + SESSION);
        Optional<String> externalId = form.text("ExternalId");
        require(
                externalId.filter(id -> !EXTERNAL_ID.matcher(id).matches()).isEmpty(),
                "externalId",
                "must satisfy " + EXTERNAL_ID);
        String seconds = form.text("DurationSeconds").orElse(Long.toString(CHAINED.toSeconds()));
        require(SECONDS.matcher(seconds).matches(), "durationSeconds", "must be a number");
        Duration duration = Duration.ofSeconds(Long.parseLong(seconds));
        require(
                duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0,
                "durationSeconds",
                "must be between 900 and 43200");
        return new AssumeRoleCall(
                form.text("RoleArn").orElse(""), session, policy(form.text("Policy")), duration, tags(form));
    }

    private static Optional<SessionPolicy> policy(Optional<String> text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        require(text.get().length() <= MAX_POLICY, "policy", "must have at most " + MAX_POLICY + " characters");
        try {
            return Optional.of(SessionPolicy.parse(text.get()));
        } catch (MalformedPolicyException e) {
            throw new QueryRefusal(400, "MalformedPolicyDocument", e.reason());
        }
    }

    private static Map<String, String> tags(QueryForm form) {
        Map<String, String> tags = new HashMap<>();
        for (Map<String, String> tag : form.structures("Tags")) {
            String key = tag.getOrDefault("Key", "");
            String value = tag.getOrDefault("Value", "");
            require(
                    TAG_KEY.matcher(key).matches() && TAG_VALUE.matcher(value).matches(),
                    "tags",
                    "must satisfy " + TAG_KEY + " and " + TAG_VALUE);
            require(tags.put(key, value) == null, "tags", "must have different keys");
        }
        require(tags.size() <= MAX_TAGS, "tags", "must be at most " + MAX_TAGS);
        return tags;
    }

    private static void require(boolean condition, String parameter, String rule) {
        if (!condition) {
            throw QueryRefusal.invalid("1 validation error detected: Value at '" + parameter
                    + "' failed to satisfy constraint: Member " + rule);
        }
    }

    /** Returns the permissions that the call needs, from the caller's policies and from the role's trust policy. */
    static List<AccessRequest> accesses(QueryForm form) {
        String role = form.text("RoleArn").orElse("");
        Map<String, String> facts = new HashMap<>();
        form.text("ExternalId").ifPresent(id -> facts.put("sts:ExternalId", id));
        form.text("RoleSessionName").ifPresent(name -> facts.put("sts:RoleSessionName", name));
        List<Map<String, String>> tags = form.structures("Tags");
        tags.forEach(tag -> facts.put("aws:RequestTag/" + tag.getOrDefault("Key", ""), tag.getOrDefault("Value", "")));
        List<AccessRequest> accesses = new ArrayList<>();
        accesses.add(new AccessRequest("sts:AssumeRole", role, facts));
        if (!tags.isEmpty()) {
            accesses.add(new AccessRequest("sts:TagSession", role, facts));
        }
        return accesses;
    }

    /** Refuses a session that is longer than the role or the chaining of roles allows. */
    void checkDuration(Role role, boolean chained) {
        if (duration.compareTo(role.longestSession()) > 0) {
            throw QueryRefusal.invalid(
                    "The requested DurationSeconds exceeds the MaxSessionDuration set for this role.");
        }
        if (chained && duration.compareTo(CHAINED) > 0) {
            throw QueryRefusal.invalid(
                    "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining");
        }
    }
}
