package dev.backplane.local.cloudformation;

import dev.backplane.local.cloudwatch.AlarmKind;
import dev.backplane.local.sqs.QueueKind;
import java.util.Optional;

/** The handlers of the supported resource types. */
record ResourceHandlers(ResourceHandler queues, ResourceHandler alarms, ResourceHandler custom) {

    Optional<ResourceHandler> find(String type) {
        return switch (type) {
            case QueueKind.TYPE -> Optional.of(queues);
            case AlarmKind.TYPE -> Optional.of(alarms);
            case "AWS::CloudFormation::CustomResource" -> Optional.of(custom);
            case String custom when custom.startsWith("Custom::") -> Optional.of(this.custom);
            default -> Optional.empty();
        };
    }
}
