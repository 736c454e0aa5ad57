package dev.backplane.local.sts;

import dev.backplane.local.account.Account;
import dev.backplane.local.account.Regions;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.QueryRefusal;
import dev.backplane.local.aws.QueryService;
import dev.backplane.local.aws.QueryXml;
import dev.backplane.local.iam.AccessKeys.AccessKey;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.Role;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The STS endpoint, in every region: sessions of roles in this account and in others.
 *
 * <p>A caller needs a permission of its own and one of the role's trust policy, also in its own account, where AWS would
 * accept the second alone.
 */
public final class StsService extends QueryService {

    private static final String NAMESPACE = "https://sts.amazonaws.com/doc/2011-06-15/";
    private static final Map<String, Set<String>> PARAMETERS = Map.of(
            "AssumeRole",
            Set.of("RoleArn", "RoleSessionName", "Policy", "DurationSeconds", "ExternalId", "Tags"),
            "GetCallerIdentity",
            Set.of());

    private final Iam iam;
    private final Clock clock;

    public StsService(Iam iam, Clock clock) {
        super(NAMESPACE, PARAMETERS);
        this.iam = iam;
        this.clock = clock;
    }

    @Override
    public List<String> hosts() {
        return Regions.all().stream()
                .flatMap(region -> Regions.host("sts", region).stream())
                .toList();
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return switch (request.action()) {
            case "AssumeRole" -> Optional.of(AssumeRoleCall.accesses(request.form()));
            // https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html requires no permission.
            case "GetCallerIdentity" -> Optional.of(List.of());
            default -> Optional.empty();
        };
    }

    @Override
    protected void answer(AwsRequest request, QueryXml xml) {
        if (request.action().equals("AssumeRole")) {
            assumeRole(request, xml);
        } else {
            identity(request.caller(), xml);
        }
    }

    private void assumeRole(AwsRequest request, QueryXml xml) {
        AssumeRoleCall call = AssumeRoleCall.read(request.form());
        // AWS does not tell whether a role exists.
        Role role = iam.role(call.roleArn()).orElseThrow(() -> denied(request, call));
        for (AccessRequest access : AssumeRoleCall.accesses(request.form())) {
            Optional<Denial> denial = iam.checkTrust(role, request.caller(), access);
            if (denial.isPresent()) {
                throw new QueryRefusal(403, "AccessDenied", denial.get().message());
            }
        }
        call.checkDuration(role, request.caller().isPresent());
        Instant now = clock.instant();
        Map<String, String> facts = new HashMap<>();
        // Whole seconds, as AWS reports the time at which a session was created.
        facts.put("aws:TokenIssueTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        call.tags().forEach((key, value) -> facts.put("aws:PrincipalTag/" + key, value));
        Caller session = new Caller(role, call.session(), call.policy(), facts);
        Instant end = now.plus(call.duration()).truncatedTo(ChronoUnit.SECONDS);
        AccessKey key = iam.keys().issue(session, now, end);
        xml.element(
                "Credentials",
                () -> xml.text("AccessKeyId", key.id())
                        .text("SecretAccessKey", key.secret())
                        .text("SessionToken", key.token())
                        .text("Expiration", end.toString()));
        xml.element(
                "AssumedRoleUser", () -> xml.text("AssumedRoleId", id(session)).text("Arn", session.arn()));
    }

    private static QueryRefusal denied(AwsRequest request, AssumeRoleCall call) {
        String who = request.caller().map(Caller::arn).orElse(Account.globalArn("iam", "root"));
        return new QueryRefusal(
                403,
                "AccessDenied",
                "User: " + who + " is not authorized to perform: sts:AssumeRole on resource: " + call.roleArn());
    }

    private static void identity(Optional<Caller> caller, QueryXml xml) {
        xml.text("Arn", caller.map(Caller::arn).orElse(Account.globalArn("iam", "root")))
                .text("UserId", caller.map(StsService::id).orElse(Account.ID))
                .text("Account", caller.map(session -> session.role().account()).orElse(Account.ID));
    }

    private static String id(Caller session) {
        return "AROALOCAL" + session.role().name() + ":" + session.session();
    }
}
