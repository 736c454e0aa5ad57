package dev.backplane.tenants.workflow;

/** A name that the files of the state machines hold as {@code ${Name}}, for infrastructure to put a value in. */
public enum Placeholder {
    /** The name of the table. */
    TENANT_TABLE("TenantTable"),
    /** The ARN of the function that deploys stacks. */
    DEPLOY_STACK_FUNCTION("DeployStackFunction"),
    /** The ARN of the function that tells how a stack is doing. */
    STACK_STATUS_FUNCTION("StackStatusFunction"),
    /** The name of the suite's bus. */
    EVENT_BUS("EventBus"),
    /** The ARN of the role that CloudFormation takes on. */
    TENANT_STACK_ROLE("TenantStackRole"),
    /** The ARN of the machine that updates one tenant. */
    TENANT_UPDATE_MACHINE("TenantUpdateMachine");

    private final String text;

    Placeholder(String text) {
        this.text = text;
    }

    /** Returns the name as the files have it, without dollar sign and braces. */
    public String text() {
        return text;
    }
}
