package dev.backplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.testing.Assembly;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class TimedOutFunctionTest {

    @TempDir
    private Path folder;

    private LocalCloud cloud;
    private EngineHttpClient http;

    @BeforeEach
    void start() {
        StubbornHandler.reset();
        new Assembly(folder).stack("Things", TEMPLATE);
        cloud = LocalCloud.start(LocalCloud.Options.of(folder));
        http = new EngineHttpClient();
    }

    @AfterEach
    void stop() {
        http.close();
        cloud.close();
    }

    @Test
    void handler_afterItsTimeout_hasNoEffectAnyMore() throws InterruptedException {
        InvocationResult invocation = invoke("{\"wait\": true}");
        assertThat(text(invocation)).contains("Sandbox.Timedout");

        StubbornHandler.release();

        assertThat(StubbornHandler.OUTCOMES)
                .containsExactlyInAnyOrder("item refused", "item of another thread refused", "url refused");
        assertThat(items()).isZero();
        assertThat(cloud.logs().lines("stubborn"))
                .singleElement()
                .satisfies(line -> assertThat(line.message()).contains("Sandbox.Timedout"));
    }

    @Test
    void handler_afterATimeout_isANewOne() throws InterruptedException {
        String before = text(invoke("{}"));
        assertThat(text(invoke("{}"))).isEqualTo(before);

        invoke("{\"wait\": true}");

        String after = text(invoke("{}"));
        assertThat(after).isNotEqualTo(before);
        assertThat(text(invoke("{}"))).isEqualTo(after);
        StubbornHandler.release();
    }

    @Test
    void handler_withinItsTime_reachesEverything() throws InterruptedException {
        Thread released = Thread.ofVirtual().start(() -> {
            try {
                StubbornHandler.release();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(invoke("{\"wait\": true}").failed()).isFalse();

        released.join();
        assertThat(StubbornHandler.OUTCOMES)
                .containsExactlyInAnyOrder("item done", "item of another thread done", "url done");
        assertThat(items()).isEqualTo(2);
    }

    private InvocationResult invoke(String event) {
        return cloud.functions().invoke("things-Stubborn", event.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(InvocationResult invocation) {
        return new String(invocation.payload(), StandardCharsets.UTF_8);
    }

    private int items() {
        return new Engine(http, cloud.dynamoEndpoint(), "DynamoDB_20120810")
                .call("Scan", JsonNodeFactory.instance.objectNode().put("TableName", "Things"))
                .path("Count")
                .asInt();
    }

    private static final String TEMPLATE = """
            Resources:
              Table:
                Type: AWS::DynamoDB::Table
                Properties:
                  TableName: Things
                  BillingMode: PAY_PER_REQUEST
                  KeySchema: [{AttributeName: PK, KeyType: HASH}]
                  AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
              Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: stubborn}}
              Role:
                Type: AWS::IAM::Role
                Properties:
                  AssumeRolePolicyDocument:
                    Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                  Policies:
                    - PolicyName: calls
                      PolicyDocument:
                        Statement:
                          - Effect: Allow
                            Action: ['logs:CreateLogStream', 'logs:PutLogEvents']
                            Resource: {'Fn::GetAtt': [Logs, Arn]}
                          - {Effect: Allow, Action: 'dynamodb:PutItem', Resource: {'Fn::GetAtt': [Table, Arn]}}
              Stubborn:
                Type: AWS::Lambda::Function
                Properties:
                  FunctionName: things-Stubborn
                  Handler: dev.backplane.local.StubbornHandler::handleRequest
                  Role: {'Fn::GetAtt': [Role, Arn]}
                  Timeout: 3
                  LoggingConfig: {LogGroup: {Ref: Logs}}
            """;
}
