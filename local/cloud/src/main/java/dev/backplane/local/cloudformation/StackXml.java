package dev.backplane.local.cloudformation;

/** Renders stacks and events as XML. */
final class StackXml {

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
