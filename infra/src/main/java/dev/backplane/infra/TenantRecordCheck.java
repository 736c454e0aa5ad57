package dev.backplane.infra;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.tenants.StackOutputs;
import dev.backplane.tenants.StackParameter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks the custom resource of an operator's template, which reports the tenant's queue to the service. */
final class TenantRecordCheck {

    private static final String OUTPUTS = "Outputs";
    private static final String TOKEN = "ServiceToken";
    private static final String TIMEOUT = "ServiceTimeout";
    private static final Set<String> QUEUE = Set.of("InboundQueueArn", "InboundQueueUrl");
    private static final Set<String> DEAD_LETTERS = Set.of("DeadLetterQueueArn", "DeadLetterQueueUrl");
    private static final Set<String> POLICIES = Set.of("AWS::SQS::QueuePolicy", "AWS::SQS::QueueInlinePolicy");
    private static final Set<String> PASSED =
            Set.of(StackParameter.TENANT_ID, StackParameter.STACK_VERSION, StackParameter.EXECUTION);

    // Longer than Lambda keeps a request, so that none is delivered after the stack has failed; and shorter than a run.
    private static final int MIN_TIMEOUT_SECONDS = 600;
    private static final int MAX_TIMEOUT_SECONDS = 1800;

    private final JsonNode resources;
    private final String id;
    private final List<String> problems;

    private TenantRecordCheck(JsonNode resources, String id, List<String> problems) {
        this.resources = resources;
        this.id = id;
        this.problems = problems;
    }

    /** Adds the problems of a template's custom resource. */
    static void problems(JsonNode template, List<String> problems) {
        JsonNode resources = template.path("Resources");
        List<String> records = resources
                .propertyStream()
                .filter(resource ->
                        isRef(resource.getValue().path("Properties").path(TOKEN), StackParameter.METADATA_FUNCTION))
                .map(Map.Entry::getKey)
                .toList();
        if (records.size() == 1) {
            new TenantRecordCheck(resources, records.getFirst(), problems).check();
        } else {
            problems.add("Resources: " + records.size() + " resources have the ServiceToken {\"Ref\": \""
                    + StackParameter.METADATA_FUNCTION + "\"}; exactly one custom resource must report the queue");
        }
    }

    private static boolean isRef(JsonNode value, String name) {
        return value.size() == 1 && value.path("Ref").asText().equals(name);
    }

    private void add(String member, String problem) {
        problems.add("Resources." + id + "." + member + ": " + problem);
    }

    private void check() {
        JsonNode resource = resources.path(id);
        String type = resource.path("Type").asText();
        if (!type.startsWith("Custom::") && !type.equals("AWS::CloudFormation::CustomResource")) {
            add("Type", "must be a custom resource, such as Custom::TenantRecord");
        }
        if (resource.has("Condition")) {
            add("Condition", "must be absent, because every tenant needs the resource; remove it");
        }
        if (resource.path("DeletionPolicy").asText("Delete").startsWith("Retain")) {
            add("DeletionPolicy", "must be Delete, so that the row is deleted with the stack");
        }
        properties(resource.path("Properties"));
        policies(resource.path("Properties"));
        order();
    }

    private void properties(JsonNode properties) {
        new TreeSet<>(PASSED).forEach(name -> {
            if (!isRef(properties.path(name), name)) {
                add("Properties." + name, "must be {\"Ref\": \"" + name + "\"}");
            }
        });
        new TreeSet<>(QUEUE).forEach(name -> {
            if (properties.path(name).isMissingNode()) {
                add("Properties." + name, "is missing; add it with the value of the tenant's queue");
            }
        });
        if (DEAD_LETTERS.stream().filter(properties::has).count() == 1) {
            add("Properties", "must have both or none of " + new TreeSet<>(DEAD_LETTERS));
        }
        int timeout = properties.path(TIMEOUT).asInt();
        if (timeout < MIN_TIMEOUT_SECONDS || timeout > MAX_TIMEOUT_SECONDS) {
            add("Properties." + TIMEOUT, "must be " + MIN_TIMEOUT_SECONDS + " to " + MAX_TIMEOUT_SECONDS + " seconds");
        }
        properties
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> !isKnown(name))
                .forEach(name -> add(
                        "Properties." + name,
                        "is not a property of this resource; report it in " + OUTPUTS + ", or remove it"));
        outputs(properties.path(OUTPUTS));
    }

    private static boolean isKnown(String name) {
        return PASSED.contains(name)
                || QUEUE.contains(name)
                || DEAD_LETTERS.contains(name)
                || Set.of(TOKEN, TIMEOUT, OUTPUTS).contains(name);
    }

    private void outputs(JsonNode outputs) {
        String member = "Properties." + OUTPUTS;
        if (!outputs.isMissingNode() && !outputs.isObject()) {
            add(member, "must be an object of strings by name");
        }
        if (outputs.size() > StackOutputs.MAX_COUNT) {
            add(member, "has " + outputs.size() + " members; at most " + StackOutputs.MAX_COUNT + " are allowed");
        }
        outputs.properties().forEach(output -> {
            if (!StackOutputs.NAME.matcher(output.getKey()).matches()) {
                add(member + "." + output.getKey(), "must have a name that matches " + StackOutputs.NAME);
            }
            if (!isText(output.getValue())) {
                add(member + "." + output.getKey(), "must be a string or an intrinsic function that returns one");
            }
        });
    }

    private static boolean isText(JsonNode value) {
        if (value.isValueNode()) {
            return !value.isNull();
        }
        String function =
                value.propertyStream().map(Map.Entry::getKey).findFirst().orElse("");
        return value.size() == 1
                && !function.equals("Fn::Split")
                && (function.equals("Ref") || function.startsWith("Fn::"));
    }

    /** Requires that the template leaves the policy of the queue to the service: an update would undo a suspension. */
    private void policies(JsonNode properties) {
        Set<String> queues = new TreeSet<>();
        QUEUE.forEach(name -> queues.addAll(TemplateReferences.in(properties.path(name))));
        resources.properties().forEach(resource -> {
            boolean ofQueue = TemplateReferences.in(resource.getValue().path("Properties")).stream()
                    .anyMatch(queues::contains);
            if (POLICIES.contains(resource.getValue().path("Type").asText()) && ofQueue) {
                problems.add("Resources." + resource.getKey()
                        + ": must not be a policy of the queue that " + id
                        + " reports, because the service suspends tenants with it; use another queue");
            }
        });
    }

    /** Requires that the row is written last and deleted first, so that it never names what a rollback deletes. */
    private void order() {
        Set<String> missing = new TreeSet<>();
        resources.fieldNames().forEachRemaining(missing::add);
        missing.removeAll(TemplateReferences.before(resources, id));
        missing.remove(id);
        if (!missing.isEmpty()) {
            add("DependsOn", "must name all resources that this one does not refer to; add " + missing);
        }
    }
}
