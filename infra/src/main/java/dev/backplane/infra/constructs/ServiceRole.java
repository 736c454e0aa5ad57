package dev.backplane.infra.constructs;

import java.util.Map;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/** The role of one resource. It allows only what {@code allow} was called for. */
final class ServiceRole {

    private final PolicyDocument policy = new PolicyDocument();
    private final Role role;

    /** Creates a role that only the given AWS service can assume. */
    ServiceRole(Construct scope, String servicePrincipal, String description) {
        this.role = Role.Builder.create(scope, "Role")
                .assumedBy(new ServicePrincipal(servicePrincipal))
                .description(description)
                .inlinePolicies(Map.of("calls", policy))
                .build();
    }

    /** Allows a grant on its resource. */
    void allow(Grant grant) {
        policy.addStatements(grant.statement());
    }

    /** Allows a grant on a resource pattern, if no single resource can be named. */
    void allowPattern(Grant grant, String reason) {
        Suppressions.acceptWildcard(role, grant.resource(), reason);
        allow(grant);
    }

    Role role() {
        return role;
    }

    String arn() {
        return role.getRoleArn();
    }
}
