package dev.backplane.local.cloudformation;

/**
 * The role that a stack operation uses.
 *
 * @param roleArn empty for the account owner
 */
record AssumedRole(String roleArn, String session) {

    static final AssumedRole OWNER = new AssumedRole("", "");
}
