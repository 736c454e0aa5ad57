package dev.backplane.pool.access;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.aws.IamRoles;
import dev.backplane.platform.aws.RoleSession;
import dev.backplane.platform.aws.SessionCredentials;
import dev.backplane.platform.aws.Sts;
import dev.backplane.pool.AccessPolicies;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Lease;
import dev.backplane.pool.SessionName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.regions.PartitionMetadata;

/** Sessions of the roles in the accounts of the pool. */
public final class AccountSessions {

    /** The session tag with the full id of the caller. */
    public static final String CALLER_TAG = "backplane-caller";

    // https://docs.aws.amazon.com/STS/latest/APIReference/API_Tag.html
    private static final Pattern TAG_VALUE = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]{0,256}");

    // All inline policies of a role together have up to 10,240 characters, see
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
    private static final int MAX_POLICIES = 20;

    // The codes with which STS and IAM refuse because of what is in the account, or is missing there.
    private static final Set<String> BY_ACCOUNT =
            Set.of("AccessDenied", "LimitExceeded", "NoSuchEntity", "RegionDisabledException", "UnmodifiableEntity");

    private final AwsConnection aws;
    private final Clock clock;
    private final AccessSettings settings;
    private final Sts sts;

    public AccountSessions(Platform platform, AccessSettings settings) {
        this.aws = platform.aws();
        this.clock = platform.clock();
        this.settings = settings;
        this.sts = new Sts(aws, clock);
    }

    /** Returns whether a call was refused by the account, and not because the call was wrong. */
    public static boolean isRefusalOfAccount(AwsRefusalException refusal) {
        return BY_ACCOUNT.contains(refusal.code());
    }

    /** Returns the ARN of the role that people use. */
    public String accessRole(AccountId account) {
        return role(account, settings.accessRole());
    }

    /**
     * Creates a session with which a caller uses the account of a lease.
     *
     * @throws AwsRefusalException if STS or the account refuses it
     */
    public SessionCredentials create(Lease lease, Actor caller, Duration duration) {
        Map<String, String> tags =
                TAG_VALUE.matcher(caller.id()).matches() ? Map.of(CALLER_TAG, caller.id()) : Map.of();
        return sts.assumeRole(new RoleSession(
                accessRole(lease.account()),
                SessionName.of(caller),
                duration,
                Optional.of(settings.externalId()),
                AccessPolicies.until(lease.expires()),
                tags));
    }

    /**
     * Revokes the sessions that people created so far.
     *
     * <p>Each revocation has a policy of its own, so that a late call cannot replace a later time with an earlier one. A
     * policy is deleted when all sessions that it denies have ended anyway, or when many later ones deny the same.
     *
     * @throws AwsRefusalException if STS or the account refuses it
     */
    public void revokeAll(AccountId account) {
        IamRoles roles = new IamRoles(revoker(account).connect(aws), clock);
        Instant now = Times.now(clock);
        List<String> revocations = roles.listPolicies(settings.accessRole()).stream()
                .filter(AccessPolicies::isRevocation)
                .sorted(Comparator.reverseOrder())
                .toList();
        String name = AccessPolicies.nameOfRevocation(now);
        if (revocations.stream().noneMatch(existing -> existing.compareTo(name) >= 0)) {
            roles.putPolicy(settings.accessRole(), name, AccessPolicies.revokedBefore(now));
        }
        String obsolete = AccessPolicies.nameOfRevocation(now.minus(RoleSession.LONGEST));
        Stream.concat(
                        revocations.stream().limit(MAX_POLICIES).filter(existing -> existing.compareTo(obsolete) < 0),
                        revocations.stream().skip(MAX_POLICIES))
                .forEach(existing -> roles.deletePolicy(settings.accessRole(), existing));
    }

    private SessionCredentials revoker(AccountId account) {
        return sts.assumeRole(new RoleSession(
                role(account, settings.revocationRole().orElseThrow()),
                "backplane-revocation",
                RoleSession.SHORTEST,
                Optional.of(settings.externalId()),
                Optional.empty(),
                Map.of()));
    }

    private String role(AccountId account, String name) {
        return "arn:" + PartitionMetadata.of(aws.region()).id() + ":iam::" + account + ":role/" + name;
    }
}
