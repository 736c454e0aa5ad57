package dev.backplane.local.cloudformation;

import dev.backplane.local.aws.QueryForm;
import dev.backplane.local.aws.QueryXml;
import java.util.List;
import java.util.function.BiConsumer;

/** The read operations of CloudFormation. */
record StackQueries(StackRegistry registry) {

    private static final int PAGE = 100;

    void describe(QueryForm form, QueryXml xml) {
        List<StackState> stacks = form.text("StackName").isPresent()
                ? List.of(find(form))
                : registry.all().reversed().stream()
                        .map(ManagedStack::now)
                        .filter(stack -> stack.status() != StackStatus.DELETE_COMPLETE)
                        .toList();
        page(form, xml, "Stacks", stacks, StackXml::stack);
    }

    /** Lists events, newest first. Pages stay consistent while events are added. */
    void events(QueryForm form, QueryXml xml) {
        String name = form.text("StackName").orElse("");
        StackState stack = registry.find(name)
                .map(ManagedStack::now)
                .orElseThrow(() -> StackException.validation("Stack [" + name + "] does not exist"));
        List<StackEvent> events = stack.events();
        int end = Math.min(start(form, events.size()), events.size());
        int start = Math.max(0, end - PAGE);
        xml.list(
                "StackEvents",
                events.subList(start, end).reversed(),
                (member, event) -> StackXml.event(member, stack, event));
        if (start > 0) {
            xml.text("NextToken", String.valueOf(start));
        }
    }

    void template(QueryForm form, QueryXml xml) {
        xml.text("TemplateBody", find(form).input().template());
    }

    private StackState find(QueryForm form) {
        String name = form.text("StackName").orElse("");
        return registry.find(name)
                .map(ManagedStack::now)
                .orElseThrow(() -> StackException.validation("Stack with id " + name + " does not exist"));
    }

    private static <T> void page(
            QueryForm form, QueryXml xml, String name, List<T> all, BiConsumer<QueryXml, T> content) {
        int start = Math.min(start(form, 0), all.size());
        int end = Math.min(start + PAGE, all.size());
        xml.list(name, all.subList(start, end), content);
        if (end < all.size()) {
            xml.text("NextToken", String.valueOf(end));
        }
    }

    private static int start(QueryForm form, int without) {
        try {
            return Math.max(0, form.text("NextToken").map(Integer::parseInt).orElse(without));
        } catch (NumberFormatException notOurs) {
            throw StackException.validation("NextToken is invalid");
        }
    }

    /** Renders stacks and events as XML. */
    private static final class StackXml {

        private StackXml() {}

        static void stack(QueryXml xml, StackState stack) {
            xml.text("StackId", stack.id())
                    .text("StackName", stack.name())
                    .time("CreationTime", stack.life().createdAt())
                    .time("LastUpdatedTime", stack.life().updatedAt())
                    .time("DeletionTime", stack.life().deletedAt())
                    .text("StackStatus", stack.status().name())
                    .text("StackStatusReason", stack.life().reason())
                    .text("RoleARN", stack.input().roleArn())
                    .text(
                            "DisableRollback",
                            String.valueOf(stack.input().onFailure().equals("DO_NOTHING")))
                    .text("EnableTerminationProtection", "false")
                    .list(
                            "Parameters",
                            stack.input().parameters().entrySet(),
                            (member, parameter) -> member.text("ParameterKey", parameter.getKey())
                                    .text("ParameterValue", parameter.getValue()))
                    .list(
                            "Tags",
                            stack.input().tags().entrySet(),
                            (member, tag) -> member.text("Key", tag.getKey()).text("Value", tag.getValue()))
                    .list(
                            "Outputs",
                            stack.outputs(),
                            (member, output) -> member.text("OutputKey", output.key())
                                    .text("OutputValue", output.value())
                                    .text("Description", output.description()));
        }

        static void event(QueryXml xml, StackState stack, StackEvent event) {
            xml.text("StackId", stack.id())
                    .text("StackName", stack.name())
                    .text("EventId", event.id())
                    .time("Timestamp", event.at())
                    .text("LogicalResourceId", event.logicalId())
                    .text("PhysicalResourceId", event.physicalId())
                    .text("ResourceType", event.type())
                    .text("ResourceStatus", event.status())
                    .text("ResourceStatusReason", event.reason())
                    .text("ClientRequestToken", event.token());
        }
    }
}
