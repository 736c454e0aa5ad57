package dev.backplane.local.stepfunctions;

import dev.backplane.local.asl.run.StatesException;
import java.util.Set;

/**
 * How Step Functions names the failures of a service: those that the service's API declares by their own name, all
 * others by the name of the client's base class.
 *
 * @param prefix the service in the name; the SDK's integrations spell DynamoDB otherwise than the older ones
 * @param other the name for what is not declared
 * @param declared the codes that the service's API declares
 */
record ErrorStyle(String prefix, String other, Set<String> declared) {
    private static final Set<String> DYNAMODB_DECLARES = Set.of(
            "ConditionalCheckFailedException",
            "IdempotentParameterMismatchException",
            "InternalServerError",
            "ItemCollectionSizeLimitExceededException",
            "ProvisionedThroughputExceededException",
            "ReplicatedWriteConflictException",
            "RequestLimitExceeded",
            "ResourceNotFoundException",
            "ThrottlingException",
            "TransactionCanceledException",
            "TransactionConflictException",
            "TransactionInProgressException");
    static final ErrorStyle DYNAMODB = new ErrorStyle("DynamoDB", "AmazonDynamoDBException", DYNAMODB_DECLARES);
    static final ErrorStyle DYNAMODB_SDK = new ErrorStyle("DynamoDb", "DynamoDbException", DYNAMODB_DECLARES);
    static final ErrorStyle EVENTS =
            new ErrorStyle("EventBridge", "AmazonEventBridgeException", Set.of("InternalException"));
    static final ErrorStyle STATES = new ErrorStyle(
            "StepFunctions",
            "AWSStepFunctionsException",
            Set.of(
                    "ExecutionAlreadyExists",
                    "ExecutionLimitExceeded",
                    "InvalidArn",
                    "InvalidExecutionInput",
                    "InvalidName",
                    "StateMachineDeleting",
                    "StateMachineDoesNotExist"));
    static final ErrorStyle CLOUDFORMATION_SDK =
            new ErrorStyle("CloudFormation", "CloudFormationException", Set.of("TokenAlreadyExistsException"));
    static final ErrorStyle LAMBDA = new ErrorStyle(
            "Lambda",
            "AWSLambdaException",
            Set.of(
                    "ResourceNotFoundException",
                    "ServiceException",
                    "SnapStartNotReadyException",
                    "TooManyRequestsException"));

    private static final String SUFFIX = "Exception";

    /** The failure of a call. */
    StatesException failure(String code, String message, AwsCalls.Reply reply) {
        String name = declared.contains(code) ? code : other;
        String error = prefix + "." + (name.endsWith(SUFFIX) ? name : name + SUFFIX);
        return new StatesException(
                error,
                message + " (Service: " + prefix + ", Status Code: " + reply.status() + ", Error Code: " + code
                        + ", Request ID: " + reply.requestId() + ")");
    }
}
