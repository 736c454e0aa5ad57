package dev.backplane.infra.constructs;

import software.constructs.Construct;

/** The service role with which CloudFormation creates, updates and deletes stacks. */
public final class StackRole extends Construct {

    private static final String PRINCIPAL = "cloudformation.amazonaws.com";

    private final ServiceRole role;

    public StackRole(Construct scope, String id, String description) {
        super(scope, id);
        this.role = new ServiceRole(this, PRINCIPAL, description);
    }

    /** Allows actions on the resource with this ARN. */
    public StackRole allow(String resourceArn, String... actions) {
        role.allow(Grant.on(resourceArn, actions));
        return this;
    }

    /** Allows actions on a resource pattern, if no single resource can be named. */
    public StackRole allowPattern(String resources, String reason, String... actions) {
        role.allowPattern(Grant.on(resources, actions), reason);
        return this;
    }

    /** Returns the grant to pass the role to CloudFormation only. */
    public Grant passing() {
        return Grant.on(arn(), "iam:PassRole").onlyIf("iam:PassedToService", PRINCIPAL);
    }

    /** Allows CloudFormation to invoke the function of a custom resource. */
    public StackRole allowInvoking(ServiceFunction function) {
        return allow(function.arn(), "lambda:InvokeFunction");
    }

    /** Returns the ARN that callers pass to CloudFormation. */
    public String arn() {
        return role.arn();
    }
}
