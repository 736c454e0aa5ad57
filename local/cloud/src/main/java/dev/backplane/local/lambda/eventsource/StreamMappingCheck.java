package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.Tables;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.Queues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lambda's validation of a stream mapping: existing resources and required permissions. */
record StreamMappingCheck(Tables tables, Functions functions, Queues queues, Iam iam) {

    List<String> problems(StreamMappingSettings mapping) {
        List<String> problems = new ArrayList<>();
        Optional<Caller> caller = functions.caller(mapping.function());
        if (caller.isEmpty()) {
            problems.add("there is no function " + mapping.function());
        }
        if (tables.engineStream(mapping.streamArn()).isEmpty()) {
            problems.add("there is no stream " + mapping.streamArn());
        }
        mapping.onFailure()
                .queue()
                .filter(queue -> !queues.has(queue))
                .ifPresent(queue -> problems.add("there is no queue " + queue));
        caller.ifPresent(found -> accesses(mapping)
                .flatMap(access -> iam.check(found, access).stream())
                .map(Denial::message)
                .forEach(problems::add));
        return problems;
    }

    private static Stream<AccessRequest> accesses(StreamMappingSettings mapping) {
        Stream<AccessRequest> reading = Stream.of("DescribeStream", "GetShardIterator", "GetRecords", "ListStreams")
                .map(action -> new AccessRequest("dynamodb:" + action, mapping.streamArn()));
        return Stream.concat(
                reading,
                mapping.onFailure().queue().stream().map(queue -> new AccessRequest("sqs:SendMessage", queue)));
    }
}
