package dev.backplane.local.sts;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.QueryForm;
import dev.backplane.local.aws.QueryRefusal;
import dev.backplane.local.aws.QueryService;
import dev.backplane.local.aws.QueryXml;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.MalformedPolicyException;
import dev.backplane.local.iam.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The IAM endpoint: roles and the inline policies that calls add to them, in the account of the caller. */
public final class IamService extends QueryService {

    private static final String NAMESPACE = "https://iam.amazonaws.com/doc/2010-05-08/";
    private static final String ROLE = "RoleName";
    private static final String POLICY = "PolicyName";
    private static final String DOCUMENT = "PolicyDocument";
    private static final Pattern POLICY_NAME = Pattern.compile("[\\w+=,.@-]{1,128}");
    private static final Map<String, Set<String>> PARAMETERS = Map.of(
            "GetRole", Set.of(ROLE),
            "PutRolePolicy", Set.of(ROLE, POLICY, DOCUMENT),
            "GetRolePolicy", Set.of(ROLE, POLICY),
            "DeleteRolePolicy", Set.of(ROLE, POLICY),
            "ListRolePolicies", Set.of(ROLE));

    private final Iam iam;

    public IamService(Iam iam) {
        super(NAMESPACE, PARAMETERS);
        this.iam = iam;
    }

    @Override
    public List<String> hosts() {
        // IAM has one endpoint; its requests are signed for us-east-1.
        return List.of("iam.amazonaws.com", "iam." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return offers(request)
                ? Optional.of(List.of(new AccessRequest("iam:" + request.action(), arn(request))))
                : Optional.empty();
    }

    private static String arn(AwsRequest request) {
        String account = request.caller().map(caller -> caller.role().account()).orElse(Account.ID);
        return "arn:" + Account.PARTITION + ":iam::" + account + ":role/"
                + request.form().text(ROLE).orElse("");
    }

    @Override
    protected void answer(AwsRequest request, QueryXml xml) {
        Role role = iam.role(arn(request))
                .orElseThrow(() -> missing(
                        "The role with name " + request.form().text(ROLE).orElse("") + " cannot be found."));
        QueryForm form = request.form();
        switch (request.action()) {
            case "GetRole" ->
                xml.element("Role", () -> xml.text("RoleName", role.name()).text("Arn", role.arn()));
            case "PutRolePolicy" -> put(role, form);
            case "GetRolePolicy" -> get(role, form, xml);
            case "DeleteRolePolicy" -> delete(role, form);
            default -> {
                xml.list("PolicyNames", role.addedPolicies(), QueryXml::content);
                xml.text("IsTruncated", "false");
            }
        }
    }

    private static void put(Role role, QueryForm form) {
        try {
            if (!role.putPolicy(name(form), form.text(DOCUMENT).orElse(""))) {
                throw new QueryRefusal(
                        409, "LimitExceeded", "Maximum policy size of 10240 bytes exceeded for role " + role.name());
            }
        } catch (MalformedPolicyException e) {
            throw new QueryRefusal(400, "MalformedPolicyDocument", e.reason());
        }
    }

    private static void get(Role role, QueryForm form, QueryXml xml) {
        String name = name(form);
        String text = role.addedPolicy(name).orElseThrow(() -> missingPolicy(name));
        xml.text("RoleName", role.name())
                .text("PolicyName", name)
                .text("PolicyDocument", URLEncoder.encode(text, StandardCharsets.UTF_8));
    }

    private static void delete(Role role, QueryForm form) {
        String name = name(form);
        if (!role.deletePolicy(name)) {
            throw missingPolicy(name);
        }
    }

    private static String name(QueryForm form) {
        String name = form.text(POLICY).orElse("");
        if (!POLICY_NAME.matcher(name).matches()) {
            throw QueryRefusal.invalid(
                    "1 validation error detected: Value at 'policyName' failed to satisfy constraint:"
                            + " Member must satisfy " + POLICY_NAME);
        }
        return name;
    }

    private static QueryRefusal missingPolicy(String name) {
        return missing("The role policy with name " + name + " cannot be found.");
    }

    private static QueryRefusal missing(String message) {
        return new QueryRefusal(404, "NoSuchEntity", message);
    }
}
