package dev.backplane.local.cloudformation;

import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.QueryForm;
import dev.backplane.local.cloudformation.template.StackTemplate;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The synchronous part of creating, updating and deleting stacks. */
final class StackCommands {

    static final Principal CLOUD_FORMATION = Principal.service("cloudformation.amazonaws.com");
    private static final String SESSION = "AWSCloudFormation";
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][-a-zA-Z0-9]{0,127}");
    private static final Set<String> ON_FAILURE = Set.of("ROLLBACK", "DELETE", "DO_NOTHING");

    private final StackRegistry registry;
    private final StackOperations operations;
    private final TemplateSource templates;
    private final Iam iam;

    StackCommands(StackRegistry registry, StackOperations operations, TemplateSource templates, Iam iam) {
        this.registry = registry;
        this.operations = operations;
        this.templates = templates;
        this.iam = iam;
    }

    /** Starts a creation; idempotent by token. */
    String create(AwsRequest request) {
        QueryForm form = request.form();
        String name = form.text("StackName").orElse("");
        if (!NAME.matcher(name).matches()) {
            throw StackException.validation("1 validation error detected: Value '" + name
                    + "' at 'stackName' failed to satisfy constraint: Member must satisfy regular expression pattern:"
                    + " [a-zA-Z][-a-zA-Z0-9]*");
        }
        String text = template(request);
        StackTemplate template = StackTemplates.check(name, text);
        StackCapabilities.require(template, form);
        Map<String, String> parameters = StackParameters.values(template, form.structures("Parameters"), Map.of());
        String role = role(form).orElse("");
        StackInput input = new StackInput(text, parameters, tags(form), role, onFailure(form), token(form));
        Optional<ManagedStack> begun = registry.begin(name, input, assumedRole(request, role));
        begun.ifPresent(operations::create);
        return begun.map(stack -> stack.now().id()).orElseGet(() -> repeated(name, input.token()));
    }

    private String repeated(String name, String token) {
        StackState stack = registry.find(name)
                .map(ManagedStack::now)
                .filter(found -> !token.isEmpty() && token.equals(found.input().token()))
                .orElseThrow(() -> StackException.alreadyExists(name));
        if (stack.life().updatedAt() > 0) {
            throw StackException.tokenUsed(token);
        }
        return stack.id();
    }

    /** Starts an update; idempotent by token. */
    String update(AwsRequest request) {
        QueryForm form = request.form();
        String name = form.text("StackName").orElse("");
        ManagedStack live = registry.find(name)
                .filter(found -> found.now().status() != StackStatus.DELETE_COMPLETE)
                .orElseThrow(() -> StackException.validation("Stack [" + name + "] does not exist"));
        synchronized (live) {
            StackState stack = live.now();
            if (isRepeated(stack, token(form))) {
                return stack.id();
            }
            if (!stack.status().canBeUpdated()) {
                throw StackException.validation(
                        "Stack:" + stack.id() + " is in " + stack.status() + " state and can not be updated.");
            }
            StackInput next = next(request, stack);
            if (!TemplateComparison.differ(stack, next)) {
                throw StackException.validation("No updates are to be performed.");
            }
            live.change(old -> old.withProgress(
                            OperationState.of(assumedRole(request, next.roleArn()), old.input(), old.resources()))
                    .withInput(next)
                    .updatedAt(live.millis()));
            live.status(StackStatus.UPDATE_IN_PROGRESS, "User Initiated");
            operations.update(live);
            return stack.id();
        }
    }

    private static boolean isRepeated(StackState stack, String token) {
        if (token.isEmpty() || !token.equals(stack.input().token())) {
            return false;
        }
        if (stack.life().updatedAt() == 0) {
            throw StackException.tokenUsed(token);
        }
        return true;
    }

    private StackInput next(AwsRequest request, StackState stack) {
        QueryForm form = request.form();
        boolean previous =
                form.text("UsePreviousTemplate").map(Boolean::parseBoolean).orElse(false);
        String text = previous ? stack.input().template() : template(request);
        StackTemplate template = StackTemplates.check(stack.name(), text);
        StackCapabilities.require(template, form);
        List<String> retyped = stack.resources().values().stream()
                .filter(resource -> template.resource(resource.logicalId()).has("Type"))
                .filter(resource -> !template.resource(resource.logicalId())
                        .path("Type")
                        .asText()
                        .equals(resource.type()))
                .map(StackResource::logicalId)
                .toList();
        if (!retyped.isEmpty()) {
            throw StackException.validation("Update of resource type is not permitted. The new template modifies"
                    + " resource type of the following resources: " + retyped);
        }
        return new StackInput(
                text,
                StackParameters.values(
                        template, form.structures("Parameters"), stack.input().parameters()),
                form.structures("Tags").isEmpty() ? stack.input().tags() : tags(form),
                role(form).orElse(stack.input().roleArn()),
                "ROLLBACK",
                token(form));
    }

    /** Continues a failed rollback. */
    void continueRollback(AwsRequest request) {
        String name = request.form().text("StackName").orElse("");
        ManagedStack live =
                registry.find(name).orElseThrow(() -> StackException.validation("Stack [" + name + "] does not exist"));
        synchronized (live) {
            StackState stack = live.now();
            if (stack.status() != StackStatus.UPDATE_ROLLBACK_FAILED) {
                throw StackException.validation("Stack:" + stack.id() + " is in " + stack.status()
                        + " state and can not continue update rollback");
            }
            role(request.form());
            live.status(StackStatus.UPDATE_ROLLBACK_IN_PROGRESS, "User Initiated");
            operations.continueRollback(live);
        }
    }

    /** Starts a deletion; ignores stacks that do not exist. */
    void delete(AwsRequest request) {
        Optional<ManagedStack> found =
                registry.find(request.form().text("StackName").orElse(""));
        if (found.isEmpty()) {
            return;
        }
        ManagedStack live = found.get();
        synchronized (live) {
            StackState stack = live.now();
            if (stack.status() == StackStatus.DELETE_COMPLETE || stack.status() == StackStatus.DELETE_IN_PROGRESS) {
                return;
            }
            if (!stack.status().canBeDeleted()) {
                throw StackException.validation(
                        "Stack [" + stack.name() + "] cannot be deleted while in status " + stack.status());
            }
            String role = role(request.form()).orElse(stack.input().roleArn());
            live.change(old -> old.withInput(
                            old.input().withToken(token(request.form())).withRole(role))
                    .withProgress(OperationState.of(assumedRole(request, role), old.input(), old.resources())));
            live.status(StackStatus.DELETE_IN_PROGRESS, "User Initiated");
            operations.delete(live);
        }
    }

    private Optional<String> role(QueryForm form) {
        Optional<String> arn = form.text("RoleARN");
        arn.ifPresent(given -> {
            if (iam.role(given).filter(role -> role.trusts(CLOUD_FORMATION)).isEmpty()) {
                throw StackException.validation("Role " + given + " is invalid or cannot be assumed");
            }
        });
        return arn;
    }

    private static AssumedRole assumedRole(AwsRequest request, String role) {
        if (!role.isEmpty()) {
            return new AssumedRole(role, SESSION);
        }
        return request.caller()
                .map(caller -> new AssumedRole(caller.role().arn(), caller.session()))
                .orElse(AssumedRole.OWNER);
    }

    private String template(AwsRequest request) {
        return templates
                .read(request)
                .orElseThrow(
                        () -> StackException.validation("Either Template URL or Template Body must be specified."));
    }

    private static String onFailure(QueryForm form) {
        String asked = form.text("OnFailure").orElse("ROLLBACK");
        if (!ON_FAILURE.contains(asked)) {
            throw StackException.validation("1 validation error detected: Value '" + asked
                    + "' at 'onFailure' failed to satisfy constraint: Member must satisfy enum value set: [ROLLBACK,"
                    + " DELETE, DO_NOTHING]");
        }
        return asked;
    }

    private static Map<String, String> tags(QueryForm form) {
        Map<String, String> tags = new LinkedHashMap<>();
        form.structures("Tags").forEach(tag -> tags.put(tag.getOrDefault("Key", ""), tag.getOrDefault("Value", "")));
        return tags;
    }

    private static String token(QueryForm form) {
        return form.text("ClientRequestToken").orElse("");
    }
}
