package dev.backplane.local.cloudformation;

import java.util.Map;

/**
 * The requested input of a stack.
 *
 * @param template the original text
 * @param parameters all parameters with their values
 * @param roleArn the service role; empty to use the caller's permissions
 * @param onFailure {@code ROLLBACK}, {@code DELETE} or {@code DO_NOTHING}
 * @param token the client request token; may be empty
 */
record StackInput(
        String template,
        Map<String, String> parameters,
        Map<String, String> tags,
        String roleArn,
        String onFailure,
        String token) {

    StackInput withToken(String other) {
        return new StackInput(template, parameters, tags, roleArn, onFailure, other);
    }

    StackInput withRole(String arn) {
        return new StackInput(template, parameters, tags, arn, onFailure, token);
    }
}
