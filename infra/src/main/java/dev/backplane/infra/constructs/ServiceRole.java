package dev.backplane.infra.constructs;

import java.util.Map;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/** The role of one thing that calls AWS; it allows what {@code allow} was called for and nothing else. */
final class ServiceRole {

    private final PolicyDocument policy = new PolicyDocument();
    private final Role role;

    /** A role that only the named service of AWS can take on. */
    ServiceRole(Construct scope, String servicePrincipal, String description) {
        this.role = Role.Builder.create(scope, "Role")
                .assumedBy(new ServicePrincipal(servicePrincipal))
                .description(description)
                .inlinePolicies(Map.of("calls", policy))
                .build();
    }

    /** Allows what the grant says, of the one resource that it names. */
    void allow(Grant grant) {
        policy.addStatements(grant.statement());
    }

    /** Allows what the grant says, of all resources of a pattern, where no single one can be named. */
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
