package dev.backplane.local.stepfunctions;

import static dev.backplane.local.stepfunctions.WorkflowsCloud.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

class AwsTasksTest {

    @TempDir
    private static Path folder;

    private static WorkflowsCloud flows;

    @BeforeAll
    static void start() {
        flows = WorkflowsCloud.start(WorkflowsCloud.options(folder));
    }

    @AfterAll
    static void stop() {
        flows.close();
    }

    @Test
    void lambdaInvoke_givesThePayloadAndMore() {
        JsonNode result = succeed("invoke", "{\"FunctionName\": \"scripted\", \"Payload\": {\"log\": \"x\"}}");

        assertThat(result.at("/Payload/greeting").asText()).isEqualTo("hello");
        assertThat(result.path("StatusCode").asInt()).isEqualTo(200);
        assertThat(result.at("/SdkResponseMetadata/RequestId").asText())
                .isEqualTo(result.at("/Payload/requestId").asText());
    }

    @Test
    void lambdaInvoke_whenTheFunctionThrows_failsUnderTheNameOfTheException() {
        DescribeExecutionResponse end =
                flows.run("invoke", "{\"FunctionName\": \"scripted\", \"Payload\": {\"throw\": \"no luck\"}}");

        assertThat(end.error()).isEqualTo("java.lang.IllegalStateException");
        assertThat(json(end.cause()).path("errorMessage").asText()).isEqualTo("no luck");
        assertThat(flows.history(end.executionArn()))
                .containsExactly(
                        "ExecutionStarted",
                        "TaskStateEntered",
                        "TaskScheduled",
                        "TaskStarted",
                        "TaskFailed",
                        "ExecutionFailed");
    }

    @Test
    void lambdaInvoke_whenThereIsNoPermission_fails() {
        assertFails("invoke", "{\"FunctionName\": \"another\"}", "Lambda.AWSLambdaException", "lambda:InvokeFunction");
    }

    @Test
    void lambdaInvoke_whileLambdaHasNoSnapshot_failsWithLambdasError() {
        flows.cloud().functions().loseSnapshot("scripted", 1);

        String input = "{\"FunctionName\": \"scripted:live\"}";
        assertFails("invoke", input, "Lambda.SnapStartNotReadyException", "Status Code: 409");
        succeed("invoke", input);
    }

    @Test
    void dynamodb_writesAndReads_andNamesItsErrors() {
        String put = "{\"TableName\": \"Things\", \"Item\": {\"pk\": {\"S\": \"a\"}, \"n\": {\"N\": \"1\"}},"
                + " \"ConditionExpression\": \"attribute_not_exists(pk)\"}";

        succeed("putItem", put);

        assertThat(succeed("getItem", "{\"TableName\": \"Things\", \"Key\": {\"pk\": {\"S\": \"a\"}}}")
                        .at("/Item/n/N")
                        .asText())
                .isEqualTo("1");
        assertFails("putItem", put, "DynamoDB.ConditionalCheckFailedException", "The conditional request failed");
        assertFails(
                "putItem",
                put.replace("Things", "Others"),
                "DynamoDB.AmazonDynamoDBException",
                "is not authorized to perform: dynamodb:PutItem on resource:"
                        + " arn:aws:dynamodb:us-east-1:000000000000:table/Others");
        assertThat(flows.cloud().iam().denials())
                .extracting(Denial::principal)
                .contains("arn:aws:sts::000000000000:assumed-role/machines/putItem");
    }

    @Test
    void sdkCalls_nameTheirErrorsInTheSdksWay() {
        String transaction =
                "{\"TransactItems\": [{\"Put\": {\"TableName\": \"Things\", \"Item\": {\"pk\": {\"S\": \"t\"}},"
                        + " \"ConditionExpression\": \"attribute_not_exists(pk)\"}}]}";

        succeed("transact", transaction);

        assertFails("transact", transaction, "DynamoDb.TransactionCanceledException", "[ConditionalCheckFailed]");
        JsonNode found = succeed(
                "query",
                "{\"TableName\": \"Things\", \"KeyConditionExpression\": \"pk = :p\","
                        + " \"ExpressionAttributeValues\": {\":p\": {\"S\": \"t\"}}}");
        assertThat(found.path("Count").asInt()).isEqualTo(1);
        assertThat(found.has("SdkHttpMetadata")).isFalse();
    }

    @Test
    void putEvents_takesDetailsAsObjects_andFailsForEntriesThatAreNotTaken() {
        String entry =
                "{\"EventBusName\": \"things\", \"Source\": \"test\", \"DetailType\": \"T\", \"Detail\": {\"n\": 1}}";

        succeed("putEvents", "{\"Entries\": [" + entry + "]}");

        assertThat(flows.cloud().buses().events())
                .filteredOn(event -> event.bus().equals("things"))
                .extracting(BusEvent::detail)
                .containsExactly(json("{\"n\": 1}"));
        assertFails(
                "putEvents",
                "{\"Entries\": [" + entry.replace("\"test\"", "\"aws.test\"") + "]}",
                "EventBridge.FailedEntry",
                "NotAuthorizedForSourceException");
    }

    @Test
    void startExecution_waitsForTheChildAndGivesItsOutput() {
        JsonNode result = succeed("child", child("echo", "born", "{\"a\": 1}"));

        assertThat(result.path("Output")).isEqualTo(json("{\"a\": 1}"));
        assertThat(result.path("Status").asText()).isEqualTo("SUCCEEDED");
        assertFails(
                "child",
                child("echo", "born", "{}"),
                "StepFunctions.ExecutionAlreadyExistsException",
                "Already Exists");
    }

    @Test
    void startExecution_whenTheChildFails_failsWithItsCause() {
        DescribeExecutionResponse end = flows.run("child", child("fail", "doomed", "{}"));

        assertThat(end.error()).isEqualTo("States.TaskFailed");
        assertThat(json(end.cause()).path("Error").asText()).isEqualTo("Broken");
        assertThat(json(end.cause()).path("Cause").asText()).isEqualTo("on purpose");
        assertThat(flows.history(end.executionArn())).contains("TaskSubmitted", "TaskFailed");
    }

    @Test
    void stop_ofAParent_stopsTheChildThatItWaitsFor() {
        String parent = flows.begin("child", "parent", child("wait", "orphan", "{}"));
        String orphan = "arn:aws:states:us-east-1:000000000000:execution:wait:orphan";
        Eventually.assertThat(
                () -> flows.history(parent), events -> assertThat(events).contains("TaskSubmitted"));

        flows.states().stopExecution(stop -> stop.executionArn(parent));

        assertThat(flows.awaitEnd(orphan).status()).isEqualTo(ExecutionStatus.ABORTED);
    }

    @Test
    void argumentsThatTheServiceDoesNotHave_fail() {
        assertFails(
                "putItem", "{\"TableName\": \"Things\", \"Itme\": {}}", "States.Runtime", "[Itme] are not supported");
    }

    private static String child(String machine, String name, String input) {
        return "{\"StateMachineArn\": \"" + WorkflowsCloud.arn(machine) + "\", \"Name\": \"" + name + "\", \"Input\": "
                + input + "}";
    }

    private static JsonNode succeed(String machine, String input) {
        DescribeExecutionResponse end = flows.run(machine, input);
        assertThat(end.status()).as("%s: %s", end.error(), end.cause()).isEqualTo(ExecutionStatus.SUCCEEDED);
        return json(end.output());
    }

    private static void assertFails(String machine, String input, String error, String cause) {
        DescribeExecutionResponse end = flows.run(machine, input);
        assertThat(end.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(end.error()).isEqualTo(error);
        assertThat(end.cause()).contains(cause);
    }
}
