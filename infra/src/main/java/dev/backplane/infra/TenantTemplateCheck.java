package dev.backplane.infra;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.infra.settings.TenantOptions;
import dev.backplane.tenants.StackParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks an operator's template for tenants' stacks. Each problem names the member and what to do. */
final class TenantTemplateCheck {

    private static final Set<String> SECTIONS = Set.of(
            "AWSTemplateFormatVersion",
            "Description",
            "Metadata",
            "Parameters",
            "Rules",
            "Mappings",
            "Conditions",
            "Resources",
            "Outputs");

    /** The properties with the names of resources that the role of the stacks can be limited to. */
    private static final Map<String, String> NAMES = Map.of(
            "AWS::SQS::Queue", "QueueName",
            "AWS::CloudWatch::Alarm", "AlarmName",
            "AWS::SNS::Topic", "TopicName",
            "AWS::DynamoDB::Table", "TableName",
            "AWS::Lambda::Function", "FunctionName",
            "AWS::IAM::Role", "RoleName");

    /** The properties with which a template names its IAM resources. */
    private static final Set<String> IAM_NAMES =
            Set.of("RoleName", "UserName", "GroupName", "ManagedPolicyName", "InstanceProfileName");

    /** The services whose actions have the prefix that their resource types have, in lower case. */
    private static final Set<String> SERVICES =
            Set.of("dynamodb", "events", "iam", "kms", "lambda", "logs", "s3", "secretsmanager", "sns", "ssm");

    private final JsonNode template;
    private final TenantOptions options;
    private final List<String> problems = new ArrayList<>();

    private TenantTemplateCheck(JsonNode template, TenantOptions options) {
        this.template = template;
        this.options = options;
    }

    /** Returns all problems. */
    static List<String> problems(JsonNode template, TenantOptions options) {
        TenantTemplateCheck check = new TenantTemplateCheck(template, options);
        check.sections();
        check.parameters();
        check.resources();
        check.references();
        TenantRecordCheck.problems(template, check.problems);
        return List.copyOf(check.problems);
    }

    private void add(String member, String problem) {
        problems.add(member + ": " + problem);
    }

    private void sections() {
        template.propertyStream().map(Map.Entry::getKey).forEach(section -> {
            if (!SECTIONS.contains(section)) {
                add(section, "is not supported in the template of tenants; remove it");
            }
        });
        if (template.findValue("Fn::Transform") != null) {
            add("Fn::Transform", "macros are not supported in the template of tenants; write their result out");
        }
    }

    private void parameters() {
        JsonNode declared = template.path("Parameters");
        new TreeSet<>(StackParameter.REQUIRED).forEach(name -> {
            if (!declared.has(name)) {
                add("Parameters." + name, "is missing; declare it with Type String");
            }
        });
        declared.properties().forEach(parameter -> parameter(parameter.getKey(), parameter.getValue()));
        options.tiers().forEach((tier, values) -> {
            check(tier, StackParameter.TIER, tier);
            values.forEach((name, value) -> {
                if (StackParameter.isOfTheService(name)) {
                    add("Parameters." + name, "is set by the service; remove it from tenants.tiers." + tier);
                } else if (!declared.has(name)) {
                    add("Parameters." + name, "is missing; declare it, because tenants.tiers." + tier + " sets it");
                }
                check(tier, name, value);
            });
        });
    }

    private void parameter(String name, JsonNode parameter) {
        String member = "Parameters." + name;
        boolean given = StackParameter.isOfTheService(name) && !name.equals(StackParameter.TIER);
        if (given && !parameter.path("Type").asText().equals("String")) {
            add(member, "must have Type String");
        }
        if (!given && !parameter.has("Default")) {
            add(member, "has no Default; add one, which tenants without a tier get");
        }
        if (parameter.path("NoEcho").asBoolean()) {
            add(member, "must not be NoEcho, because its value is in cdk.json; use a dynamic reference for a secret");
        }
    }

    private void check(String tier, String name, String value) {
        JsonNode allowed = template.path("Parameters").path(name).path("AllowedValues");
        if (allowed.isArray()
                && allowed.valueStream().noneMatch(one -> one.asText().equals(value))) {
            add(
                    "Parameters." + name + ".AllowedValues",
                    "does not contain " + value + ", the value of tenants.tiers." + tier + "; add it");
        }
    }

    private void resources() {
        template.path("Resources").properties().forEach(resource -> {
            String member = "Resources." + resource.getKey();
            String type = resource.getValue().path("Type").asText();
            JsonNode properties = resource.getValue().path("Properties");
            name(member, type, properties);
            permissions(member, type, properties);
        });
    }

    private void name(String member, String type, JsonNode properties) {
        String property = NAMES.getOrDefault(type, "");
        if (properties.has(property) && !beginsWithTheStack(properties.path(property))) {
            add(
                    member + ".Properties." + property,
                    "must begin with the name of the stack, such as {\"Fn::Sub\": \"${AWS::StackName}-name\"}; or remove"
                            + " it, and CloudFormation generates one");
        }
    }

    private static boolean beginsWithTheStack(JsonNode name) {
        JsonNode sub = name.path("Fn::Sub");
        JsonNode start = name.path("Fn::Join").path(1).path(0);
        return isStackName(name)
                || (sub.isArray() ? sub.path(0) : sub).asText().startsWith("${AWS::StackName}")
                || (name.path("Fn::Join").path(0).asText("x").isEmpty() && isStackName(start));
    }

    private static boolean isStackName(JsonNode node) {
        return node.path("Ref").asText().equals("AWS::StackName");
    }

    private void permissions(String member, String type, JsonNode properties) {
        String[] parts = type.split("::", -1);
        String service = parts.length == 3 && parts[0].equals("AWS") ? parts[1].toLowerCase(Locale.ROOT) : "";
        if (SERVICES.contains(service) && !options.permissions().includes(service)) {
            add(member, "needs permissions; add the actions of " + service + " to tenants.stackRole.statements");
        }
        if (service.equals("iam")) {
            boolean named = IAM_NAMES.stream().anyMatch(properties::has);
            String needed = named ? "CAPABILITY_NAMED_IAM" : "CAPABILITY_IAM";
            String given = options.permissions().capability().orElse("");
            if (!given.equals(needed) && !given.equals("CAPABILITY_NAMED_IAM")) {
                add(member, "is an IAM resource; set tenants.stackRole.capability to " + needed);
            }
        }
    }

    private void references() {
        for (String section : List.of("Resources", "Outputs")) {
            template.path(section)
                    .properties()
                    .forEach(part -> TemplateReferences.in(part.getValue()).stream()
                            .filter(name -> !name.startsWith("AWS::")
                                    && !template.path("Resources").has(name)
                                    && !template.path("Parameters").has(name))
                            .forEach(name -> add(
                                    section + "." + part.getKey(),
                                    "refers to " + name
                                            + ", which is neither a resource nor a parameter; declare it")));
        }
    }
}
