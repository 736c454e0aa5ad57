package dev.backplane.local.cloudformation;

import java.util.Map;

/**
 * What a stack was asked to be.
 *
 * @param template as it was given
 * @param parameters every parameter of the template with its value
 * @param roleArn of the role that CloudFormation acts with; empty when it acts as whoever asked
 * @param onFailure what to do when it cannot be made: {@code ROLLBACK}, {@code DELETE} or {@code DO_NOTHING}
 * @param token under which it was asked for; empty without one
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
