package dev.backplane.local.stepfunctions;

import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.aws.AwsCalls;
import java.util.Set;

/**
 * Step Functions' error names of a service: the names of modeled exceptions, and for others the name of the client's
 * base exception.
 *
 * @param prefix the service prefix; SDK integrations spell DynamoDB differently
 * @param other the name for other errors
 * @param declared the modeled error codes
 */
record ServiceErrors(String prefix, String other, Set<String> declared) {

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
    static final ServiceErrors DYNAMODB = new ServiceErrors("DynamoDB", "AmazonDynamoDBException", DYNAMODB_DECLARES);
    static final ServiceErrors DYNAMODB_SDK = new ServiceErrors("DynamoDb", "DynamoDbException", DYNAMODB_DECLARES);
    static final ServiceErrors EVENTS =
            new ServiceErrors("EventBridge", "AmazonEventBridgeException", Set.of("InternalException"));
    static final ServiceErrors STATES = new ServiceErrors(
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
    static final ServiceErrors CODEBUILD = new ServiceErrors(
            "CodeBuild",
            "CodeBuildException",
            Set.of("AccountLimitExceededException", "InvalidInputException", "ResourceNotFoundException"));
    static final ServiceErrors CLOUDFORMATION_SDK =
            new ServiceErrors("CloudFormation", "CloudFormationException", Set.of("TokenAlreadyExistsException"));
    static final ServiceErrors LAMBDA = new ServiceErrors(
            "Lambda",
            "AWSLambdaException",
            Set.of(
                    "ResourceNotFoundException",
                    "ServiceException",
                    "SnapStartNotReadyException",
                    "TooManyRequestsException"));

    private static final String SUFFIX = "Exception";

    /** Creates the exception of a failed call. */
    StatesException failure(String code, String message, AwsCalls.Reply reply) {
        String name = declared.contains(code) ? code : other;
        String error = prefix + "." + (name.endsWith(SUFFIX) ? name : name + SUFFIX);
        return new StatesException(
                error,
                message + " (Service: " + prefix + ", Status Code: " + reply.status() + ", Error Code: " + code
                        + ", Request ID: " + reply.requestId() + ")");
    }
}
