package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;
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

    /** Allows actions on the one resource that the ARN names. */
    void allow(String resourceArn, String... actions) {
        policy.addStatements(PolicyStatement.Builder.create()
                .actions(List.of(actions))
                .resources(List.of(resourceArn))
                .build());
    }

    /** Allows actions on all resources of a pattern, where no single one can be named. */
    void allowPattern(String resources, String reason, String... actions) {
        Suppressions.acceptWildcard(role, resources, reason);
        allow(resources, actions);
    }

    Role role() {
        return role;
    }

    String arn() {
        return role.getRoleArn();
    }
}
