package dev.backplane.local.asl;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The resource of a task.
 *
 * @param arn the ARN in the definition
 * @param required the required arguments
 * @param optional the optional arguments; others are rejected, as on AWS
 */
public record TaskResource(String arn, Set<String> required, Set<String> optional) {

    private static final String PREFIX = "arn:aws:states:::";
    private static final Map<String, TaskResource> KNOWN = known(
            resource("lambda:invoke", "FunctionName", "Payload Qualifier"),
            dynamo("dynamodb:getItem"),
            dynamo("dynamodb:putItem"),
            dynamo("dynamodb:updateItem"),
            dynamo("dynamodb:deleteItem"),
            dynamo("aws-sdk:dynamodb:query"),
            dynamo("aws-sdk:dynamodb:transactWriteItems"),
            resource("events:putEvents", "Entries", ""),
            resource(
                    "codebuild:startBuild.sync",
                    "ProjectName",
                    "EnvironmentVariablesOverride IdempotencyToken QueuedTimeoutInMinutesOverride"
                            + " TimeoutInMinutesOverride"),
            resource("states:startExecution.sync:2", "StateMachineArn", "Input Name TraceHeader"),
            resource(
                    "aws-sdk:cloudformation:deleteStack",
                    "StackName",
                    "ClientRequestToken RoleARN RetainResources DeletionMode"));

    public TaskResource {
        required = Set.copyOf(required);
        optional = Set.copyOf(optional);
    }

    /** Returns the resource with this ARN if the local cloud supports it. */
    public static Optional<TaskResource> find(String arn) {
        return Optional.ofNullable(KNOWN.get(arn));
    }

    /** Returns whether the state waits for the end of the work that it starts. */
    public boolean isSynchronous() {
        return arn.contains(".sync");
    }

    /** Returns whether this is an SDK integration and not an optimized one. */
    public boolean isSdkCall() {
        return arn.startsWith(PREFIX + "aws-sdk:");
    }

    /** Returns the service name in history events, such as {@code dynamodb} or {@code aws-sdk:dynamodb}. */
    public String service() {
        return path().substring(0, actionStart() - 1);
    }

    /** Returns the action name in history events, such as {@code putItem}. */
    public String action() {
        return path().substring(actionStart());
    }

    private String path() {
        return arn.substring(PREFIX.length());
    }

    private int actionStart() {
        String path = path();
        int first = path.indexOf(':');
        return (isSdkCall() ? path.indexOf(':', first + 1) : first) + 1;
    }

    /** Returns the names that are not arguments of this resource. */
    public Set<String> unknown(Set<String> arguments) {
        Set<String> unknown = new HashSet<>(arguments);
        unknown.removeAll(required);
        unknown.removeAll(optional);
        return unknown;
    }

    /** Returns the required arguments that are not among the names. */
    public Set<String> missing(Set<String> arguments) {
        Set<String> missing = new HashSet<>(required);
        missing.removeAll(arguments);
        return missing;
    }

    private static Map<String, TaskResource> known(TaskResource... resources) {
        return Arrays.stream(resources).collect(Collectors.toMap(TaskResource::arn, Function.identity()));
    }

    private static TaskResource resource(String path, String required, String optional) {
        return new TaskResource(PREFIX + path, words(required), words(optional));
    }

    private static TaskResource dynamo(String path) {
        String write = " ConditionExpression ExpressionAttributeNames ExpressionAttributeValues ReturnConsumedCapacity"
                + " ReturnItemCollectionMetrics ReturnValues ReturnValuesOnConditionCheckFailure";
        return switch (path.substring(path.lastIndexOf(':') + 1)) {
            case "getItem" ->
                resource(
                        path,
                        "TableName Key",
                        "ConsistentRead ProjectionExpression ExpressionAttributeNames ReturnConsumedCapacity");
            case "putItem" -> resource(path, "TableName Item", write);
            case "updateItem" -> resource(path, "TableName Key", "UpdateExpression" + write);
            case "deleteItem" -> resource(path, "TableName Key", write);
            case "query" ->
                resource(
                        path,
                        "TableName",
                        "IndexName KeyConditionExpression FilterExpression ProjectionExpression ConsistentRead Limit"
                                + " ScanIndexForward Select ExclusiveStartKey ExpressionAttributeNames"
                                + " ExpressionAttributeValues ReturnConsumedCapacity");
            case "transactWriteItems" ->
                resource(
                        path, "TransactItems", "ClientRequestToken ReturnConsumedCapacity ReturnItemCollectionMetrics");
            default -> throw new IllegalArgumentException(path);
        };
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.strip().split(" "))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toSet());
    }
}
