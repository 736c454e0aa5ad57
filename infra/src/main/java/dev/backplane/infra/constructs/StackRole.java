package dev.backplane.infra.constructs;

import software.constructs.Construct;

/** The role that CloudFormation makes, changes and deletes the resources of stacks with, whoever asks for it. */
public final class StackRole extends Construct {

    private static final String PRINCIPAL = "cloudformation.amazonaws.com";

    private final ServiceRole role;

    public StackRole(Construct scope, String id, String description) {
        super(scope, id);
        this.role = new ServiceRole(this, PRINCIPAL, description);
    }

    /** Allows actions on the one resource that the ARN names. */
    public StackRole allow(String resourceArn, String... actions) {
        role.allow(Grant.on(resourceArn, actions));
        return this;
    }

    /** Allows actions on all resources of a pattern, where no single one can be named. */
    public StackRole allowPattern(String resources, String reason, String... actions) {
        role.allowPattern(Grant.on(resources, actions), reason);
        return this;
    }

    /** What lets others hand the role to CloudFormation, and to nobody else. */
    public Grant passing() {
        return Grant.on(arn(), "iam:PassRole").onlyIf("iam:PassedToService", PRINCIPAL);
    }

    /** Lets CloudFormation invoke a function that stands for a resource. */
    public StackRole allowInvoking(ServiceFunction function) {
        return allow(function.arn(), "lambda:InvokeFunction");
    }

    /** What callers have to name, and may pass on. */
    public String arn() {
        return role.arn();
    }
}
