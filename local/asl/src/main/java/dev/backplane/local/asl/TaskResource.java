package dev.backplane.local.asl;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a task may have done.
 *
 * @param arn as the definition gives it
 * @param required arguments that must be there
 * @param optional arguments that may be there too; any other is refused, as by AWS
 */
public record TaskResource(String arn, Set<String> required, Set<String> optional) {

    private static final String PREFIX = "arn:aws:states:::";
    private static final String FUNCTION_PREFIX = "arn:aws:lambda:";
    private static final Map<String, TaskResource> KNOWN = known(
            resource("lambda:invoke", "FunctionName", "Payload Qualifier"),
            dynamo("dynamodb:getItem"),
            dynamo("dynamodb:putItem"),
            dynamo("dynamodb:updateItem"),
            dynamo("dynamodb:deleteItem"),
            dynamo("aws-sdk:dynamodb:getItem"),
            dynamo("aws-sdk:dynamodb:putItem"),
            dynamo("aws-sdk:dynamodb:updateItem"),
            dynamo("aws-sdk:dynamodb:deleteItem"),
            dynamo("aws-sdk:dynamodb:query"),
            dynamo("aws-sdk:dynamodb:transactWriteItems"),
            resource("events:putEvents", "Entries", ""),
            resource("states:startExecution", "StateMachineArn", "Input Name TraceHeader"),
            resource("states:startExecution.sync", "StateMachineArn", "Input Name TraceHeader"),
            resource("states:startExecution.sync:2", "StateMachineArn", "Input Name TraceHeader"),
            resource(
                    "aws-sdk:cloudformation:deleteStack",
                    "StackName",
                    "ClientRequestToken RoleARN RetainResources DeletionMode"));

    public TaskResource {
        required = Set.copyOf(required);
        optional = Set.copyOf(optional);
    }

    /** Returns the resource with this ARN, when the local cloud can do it; the ARN of a function is one too. */
    public static Optional<TaskResource> find(String arn) {
        return arn.startsWith(FUNCTION_PREFIX)
                ? Optional.of(new TaskResource(arn, Set.of(), Set.of()))
                : Optional.ofNullable(KNOWN.get(arn));
    }

    /** Returns whether this is a function itself, which takes any arguments. */
    public boolean isFunction() {
        return arn.startsWith(FUNCTION_PREFIX);
    }

    /** Returns whether the state goes on only when the work that was started has come to its end. */
    public boolean isSynchronous() {
        return arn.contains(".sync");
    }

    /** Returns whether this is the SDK's call, and not one that Step Functions has made its own. */
    public boolean isSdkCall() {
        return arn.startsWith(PREFIX + "aws-sdk:");
    }

    /** Returns the service in history events, such as {@code dynamodb} or {@code aws-sdk:dynamodb}. */
    public String service() {
        return isFunction() ? "lambda" : path().substring(0, actionStart() - 1);
    }

    /** Returns the action in history events, such as {@code putItem}. */
    public String action() {
        return isFunction() ? "invoke" : path().substring(actionStart());
    }

    private String path() {
        return arn.substring(PREFIX.length());
    }

    private int actionStart() {
        String path = path();
        int first = path.indexOf(':');
        return (isSdkCall() ? path.indexOf(':', first + 1) : first) + 1;
    }

    /** Returns the names among these that are no arguments of this resource. */
    public Set<String> unknown(Set<String> arguments) {
        Set<String> unknown = new HashSet<>(isFunction() ? Set.of() : arguments);
        unknown.removeAll(required);
        unknown.removeAll(optional);
        return unknown;
    }

    /** Returns the arguments that these lack. */
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
