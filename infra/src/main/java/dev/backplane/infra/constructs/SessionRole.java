package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.iam.ArnPrincipal;
import software.amazon.awscdk.services.iam.Policy;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.Role;
import software.constructs.Construct;

/**
 * A role whose sessions one function creates for callers. It allows only what {@code allowPattern} was called for, and each
 * session less than that.
 */
public final class SessionRole extends Construct {

    private final PolicyDocument policy = new PolicyDocument();
    private final Role role;

    public SessionRole(Construct scope, String id, String description, ServiceFunction issuer) {
        super(scope, id);
        this.role = Role.Builder.create(this, "Role")
                .assumedBy(new ArnPrincipal(issuer.roleArn()))
                .description(description)
                .inlinePolicies(Map.of("calls", policy))
                .build();
        // A policy of its own: the trust policy above already refers to the role of the function.
        Policy.Builder.create(this, "Issuing")
                .roles(List.of(issuer.role()))
                .statements(List.of(Grant.on(arn(), "sts:AssumeRole").statement()))
                .build();
    }

    /** Allows actions on a resource pattern. */
    public SessionRole allowPattern(Grant grant, String reason) {
        Suppressions.acceptWildcard(role, grant.resource(), reason);
        policy.addStatements(grant.statement());
        return this;
    }

    /** Returns the ARN with which sessions are created. */
    public String arn() {
        return role.getRoleArn();
    }
}
