package dev.backplane.infra.constructs;

import software.constructs.Construct;

/** The role that CloudFormation makes, changes and deletes the resources of stacks with, whoever asks for it. */
public final class StackRole extends Construct {

    private final ServiceRole role;

    public StackRole(Construct scope, String id, String description) {
        super(scope, id);
        this.role = new ServiceRole(this, "cloudformation.amazonaws.com", description);
    }

    /** Allows actions on the one resource that the ARN names. */
    public StackRole allow(String resourceArn, String... actions) {
        role.allow(resourceArn, actions);
        return this;
    }

    /** Allows actions on all resources of a pattern, where no single one can be named. */
    public StackRole allowPattern(String resources, String reason, String... actions) {
        role.allowPattern(resources, reason, actions);
        return this;
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
