package dev.backplane.local.iam;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Roles and the policies that the local cloud enforces. */
public final class IamKinds {

    public static final String ROLE = "AWS::IAM::Role";
    static final String POLICY = "AWS::IAM::Policy";
    static final String QUEUE_POLICY = "AWS::SQS::QueuePolicy";
    static final String BUCKET_POLICY = "AWS::S3::BucketPolicy";
    static final String LOG_POLICY = "AWS::Logs::ResourcePolicy";

    private IamKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind(
                        ROLE,
                        KnownProperties.used("RoleName", "AssumeRolePolicyDocument", "Policies", "MaxSessionDuration")
                                .withoutEffect("descriptive only", "Description", "Tags"),
                        IamKinds::role,
                        IamKinds::roleProblems),
                new ResourceKind(
                        POLICY,
                        KnownProperties.used("PolicyDocument", "Roles")
                                .withoutEffect("nothing refers to a policy by its name", "PolicyName"),
                        ResourceDeclaration::generatedIdentity,
                        IamKinds::policyProblems),
                new ResourceKind(
                        QUEUE_POLICY,
                        KnownProperties.used("PolicyDocument", "Queues"),
                        ResourceDeclaration::generatedIdentity,
                        IamKinds::queuePolicyProblems),
                new ResourceKind(
                        BUCKET_POLICY,
                        KnownProperties.used("PolicyDocument", "Bucket"),
                        ResourceDeclaration::generatedIdentity,
                        IamKinds::policyProblems),
                new ResourceKind(
                        LOG_POLICY,
                        KnownProperties.used("PolicyDocument")
                                .withoutEffect("nothing refers to a policy by its name", "PolicyName"),
                        ResourceDeclaration::generatedIdentity,
                        policy -> PolicyDocument.problems(Policies.logPolicy(policy))));
    }

    private static ResourceIdentity role(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("RoleName");
        return new ResourceIdentity(
                name,
                Map.of("Arn", Account.globalArn("iam", "role/" + name), "RoleId", "AROA" + declaration.logicalId()));
    }

    private static List<String> roleProblems(TemplateResource role) {
        JsonNode trust = role.properties().path("AssumeRolePolicyDocument");
        List<String> problems = new ArrayList<>(PolicyDocument.problems(trust));
        if (!PolicyDocument.statements(role.toString(), trust).stream()
                .filter(Statement::isForServices)
                .allMatch(Statement::isUnconditional)) {
            problems.add(
                    "a trust policy that denies or has conditions for a service is not supported by the local cloud");
        }
        for (JsonNode inline : role.properties().path("Policies")) {
            problems.addAll(PolicyDocument.problems(inline.path("PolicyDocument")));
        }
        return problems;
    }

    /** Statements are found by resource, so the resource must be one of the policy's queues. */
    private static List<String> queuePolicyProblems(TemplateResource policy) {
        List<String> problems = new ArrayList<>(policyProblems(policy));
        Set<String> queues = policy.properties()
                .path("Queues")
                .valueStream()
                .map(url -> url.asText().substring(url.asText().lastIndexOf('/') + 1))
                .map(name -> Account.arn("sqs", name))
                .collect(Collectors.toSet());
        PolicyDocument.statements(policy.toString(), policy.properties().path("PolicyDocument")).stream()
                .flatMap(statement -> statement.resources().stream())
                .map(Wildcard::toString)
                .filter(resource -> !queues.contains(resource))
                .forEach(
                        resource -> problems.add("policy resource " + resource + " is not one of the policy's queues"));
        return problems;
    }

    private static List<String> policyProblems(TemplateResource policy) {
        return PolicyDocument.problems(policy.properties().path("PolicyDocument"));
    }
}
