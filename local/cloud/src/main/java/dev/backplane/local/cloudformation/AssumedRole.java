package dev.backplane.local.cloudformation;

/**
 * With whose permissions an operation on a stack is carried out.
 *
 * @param roleArn empty for the account's owner
 */
record AssumedRole(String roleArn, String session) {
    static final AssumedRole OWNER = new AssumedRole("", "");
}
