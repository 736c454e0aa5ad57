package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.Queues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lambda's validation of a queue mapping. */
record QueueMappingCheck(Functions functions, Queues queues, Iam iam) {

    List<String> problems(QueueMappingSettings mapping) {
        List<String> problems = new ArrayList<>();
        Optional<Caller> caller = functions.caller(mapping.function());
        if (caller.isEmpty()) {
            problems.add("there is no function " + mapping.function());
        }
        if (!queues.has(mapping.queueArn())) {
            problems.add("there is no queue " + mapping.queueArn());
        }
        if (!problems.isEmpty()) {
            return problems;
        }
        Duration visibility = queues.visibilityTimeout(mapping.queueArn());
        Duration timeout = functions.timeout(mapping.function());
        if (visibility.compareTo(timeout) < 0) {
            problems.add("Queue visibility timeout: " + visibility.toSeconds()
                    + " seconds is less than Function timeout: " + timeout.toSeconds() + " seconds");
        }
        Stream.of("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes")
                .map(action -> new AccessRequest(action, mapping.queueArn()))
                .flatMap(access -> iam.check(caller.orElseThrow(), access).stream())
                .map(Denial::message)
                .forEach(problems::add);
        return problems;
    }
}
