package dev.backplane.local.eventbridge;

import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.Queues;
import java.time.Clock;
import java.util.List;

/** Creates rule targets for tests. */
final class TestTargets {

    private TestTargets() {}

    static EventBuses buses(CloudTemplates templates, Iam iam, LogGroups logs, Queues queues) {
        return EventBuses.of(templates, of(templates, iam, logs, queues));
    }

    static EventBuses.Context of(CloudTemplates templates, Iam iam, LogGroups logs, Queues queues) {
        AwsNetwork network = new AwsNetwork(iam, List.of());
        Functions functions = Functions.of(templates, iam, network, logs, Clock.systemUTC());
        return new EventBuses.Context(iam, logs, queues, functions);
    }
}
