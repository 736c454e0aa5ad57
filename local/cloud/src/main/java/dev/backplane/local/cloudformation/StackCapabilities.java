package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.aws.QueryForm;
import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.List;
import java.util.Set;

/** The capabilities that callers must name for templates with IAM resources. */
final class StackCapabilities {

    private static final String ANY_NAME = "CAPABILITY_IAM";
    private static final String OWN_NAMES = "CAPABILITY_NAMED_IAM";
    private static final Set<String> NAMES = Set.of("RoleName", "UserName", "GroupName", "ManagedPolicyName");

    private StackCapabilities() {}

    /** @throws StackException if the request lacks a capability */
    static void require(StackTemplate template, QueryForm form) {
        List<JsonNode> resources = template.section("Resources").values().stream()
                .filter(resource -> resource.path("Type").asText().startsWith("AWS::IAM::"))
                .toList();
        if (resources.isEmpty()) {
            return;
        }
        boolean named =
                resources.stream().anyMatch(resource -> NAMES.stream().anyMatch(resource.path("Properties")::has));
        List<String> given = form.texts("Capabilities");
        if (!given.contains(OWN_NAMES) && (named || !given.contains(ANY_NAME))) {
            throw StackException.insufficientCapabilities(named ? OWN_NAMES : ANY_NAME);
        }
    }
}
