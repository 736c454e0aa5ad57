package dev.backplane.tenants.workflow;

/** A placeholder {@code ${Name}} in the state machines' files, which infrastructure replaces with a value. */
public enum Placeholder {
    /** The ARN of the function that records the steps of runs. */
    RECORD_RUN_FUNCTION("RecordRunFunction"),
    /** The ARN of the function that chooses the tenants of an upgrade. */
    PLAN_UPGRADE_FUNCTION("PlanUpgradeFunction"),
    /** The ARN of the function that deploys stacks. */
    DEPLOY_STACK_FUNCTION("DeployStackFunction"),
    /** The ARN of the function that reports the status of a stack. */
    STACK_STATUS_FUNCTION("StackStatusFunction"),
    /** The ARN of the role that CloudFormation assumes. */
    TENANT_STACK_ROLE("TenantStackRole"),
    /** The ARN of the machine that updates one tenant. */
    TENANT_UPDATE_MACHINE("TenantUpdateMachine");

    private final String text;

    Placeholder(String text) {
        this.text = text;
    }

    /** Returns the name, without dollar sign and braces. */
    public String text() {
        return text;
    }
}
