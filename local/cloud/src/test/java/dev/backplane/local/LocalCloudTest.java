package dev.backplane.local;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.iam.PolicyGrant;
import dev.backplane.local.testing.Eventually;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalCloudTest {

    @Test
    void start_bringsChangesOfATableToTheBus(@TempDir Path folder) {
        try (ThingsCloud things = ThingsCloud.start(ThingsCloud.options(folder))) {
            things.put("a");
            things.put("b");

            Eventually.assertThat(things::changedKeys, keys -> assertThat(keys).containsExactly("a", "b"));
            assertThatJson(things.changes().getFirst().toString()).isEqualTo("""
                            {
                              "eventID": "${json-unit.regex}[0-9a-f]{32}",
                              "eventName": "INSERT",
                              "eventVersion": "1.1",
                              "eventSource": "aws:dynamodb",
                              "awsRegion": "us-east-1",
                              "eventSourceARN": "${json-unit.regex}arn:aws:dynamodb:us-east-1:000000000000:table/Things/stream/.+",
                              "dynamodb": {
                                "ApproximateCreationDateTime": "${json-unit.any-number}",
                                "Keys": {"PK": {"S": "a"}},
                                "NewImage": {"PK": {"S": "a"}},
                                "SequenceNumber": "${json-unit.any-string}",
                                "SizeBytes": "${json-unit.any-number}",
                                "StreamViewType": "NEW_AND_OLD_IMAGES"
                              }
                            }
                            """);
            assertThat(things.cloud().iam().denials()).isEmpty();
        }
    }

    @Test
    void start_whenAChangeCannotBeHandled_reportsItAndGoesOn(@TempDir Path folder) {
        try (ThingsCloud things = ThingsCloud.start(ThingsCloud.options(folder))) {
            things.put("poison");
            things.put("good");

            Eventually.assertThat(things::changedKeys, keys -> assertThat(keys).containsExactly("good"));
            assertThatJson(things.failure().orElseThrow().toString()).isEqualTo("""
                            {
                              "requestContext": {
                                "requestId": "${json-unit.any-string}",
                                "functionArn": "arn:aws:lambda:us-east-1:000000000000:function:things-Forward",
                                "condition": "RetryAttemptsExhausted",
                                "approximateInvokeCount": "${json-unit.any-number}"
                              },
                              "responseContext": {
                                "statusCode": 200,
                                "executedVersion": "$LATEST",
                                "functionError": "Unhandled"
                              },
                              "version": "1.0",
                              "timestamp": "${json-unit.any-string}",
                              "DDBStreamBatchInfo": {
                                "shardId": "${json-unit.any-string}",
                                "startSequenceNumber": "${json-unit.any-string}",
                                "endSequenceNumber": "${json-unit.any-string}",
                                "approximateArrivalOfFirstRecord": "${json-unit.any-string}",
                                "approximateArrivalOfLastRecord": "${json-unit.any-string}",
                                "batchSize": 1,
                                "streamArn": "${json-unit.regex}arn:aws:dynamodb:us-east-1:000000000000:table/Things/stream/.+"
                              }
                            }
                            """);
        }
    }

    @Test
    void start_whenTheFunctionMayNotUseTheBus_deliversNothing(@TempDir Path folder) {
        LocalCloud.Options options = ThingsCloud.options(folder).withEdit(withoutGrant("events:PutEvents"));
        try (ThingsCloud things = ThingsCloud.start(options)) {
            things.put("a");

            Eventually.assertThat(
                    () -> things.cloud().iam().denials(),
                    denials -> assertThat(denials)
                            .first()
                            .satisfies(denial ->
                                    assertThat(denial.access().action()).isEqualTo("events:PutEvents")));
            assertThat(things.changes()).isEmpty();
        }
    }

    @Test
    void start_whenTheRoleMayNotReadTheStream_refuses(@TempDir Path folder) {
        LocalCloud.Options options = ThingsCloud.options(folder).withEdit(withoutGrant("dynamodb:GetRecords"));

        assertThatThrownBy(() -> LocalCloud.start(options))
                .hasMessageContaining("Things/Mapping (AWS::Lambda::EventSourceMapping): User: ")
                .hasMessageContaining("is not authorized to perform: dynamodb:GetRecords");
    }

    @Test
    void unusedGrants_isEmptyOnceEveryGrantWasNeeded(@TempDir Path folder) {
        try (ThingsCloud things = ThingsCloud.start(ThingsCloud.options(folder))) {
            assertThat(things.cloud().iam().unusedGrants())
                    .extracting(PolicyGrant::action)
                    .contains("events:PutEvents");

            things.put("poison");
            things.put("a");

            Eventually.assertThat(
                    () -> things.cloud().iam().unusedGrants(),
                    unused -> assertThat(unused).isEmpty());
        }
    }

    @Test
    void start_withAFolder_losesNoChangeInARestart(@TempDir Path folder, @TempDir Path data) {
        LocalCloud.Options options = ThingsCloud.options(folder).withData(data);
        try (ThingsCloud things = ThingsCloud.start(options)) {
            things.put("before");
            Eventually.assertThat(things::changedKeys, keys -> assertThat(keys).containsExactly("before"));
            things.put("poison");
            Eventually.assertThat(
                    things::failure, failure -> assertThat(failure).isPresent());
        }
        LocalCloud.Options stopped = options.withEdit((stack, template) ->
                template.withObject("/Resources/Mapping/Properties").put("Enabled", false));
        try (ThingsCloud things = ThingsCloud.start(stopped)) {
            things.put("in between");
        }
        try (ThingsCloud things = ThingsCloud.start(options)) {
            things.put("after");

            Eventually.assertThat(things::changedKeys, keys -> assertThat(keys).containsExactly("in between", "after"));
        }
    }

    @Test
    void start_whenAKeptTableHasAnotherShape_refuses(@TempDir Path folder, @TempDir Path data) {
        LocalCloud.Options options = ThingsCloud.options(folder).withData(data);
        LocalCloud.start(options).close();
        TemplateEdit otherKey = (stack, template) -> {
            ObjectNode table = template.withObject("/Resources/Table/Properties");
            ((ObjectNode) table.at("/KeySchema/0")).put("AttributeName", "Id");
        };

        assertThatThrownBy(() -> LocalCloud.start(options.withEdit(otherKey)))
                .hasMessageContaining("the stored table Things has other keys, indexes or streams");
    }

    @Test
    void start_whenAnotherCloudHoldsTheFolder_refuses(@TempDir Path folder, @TempDir Path data) {
        LocalCloud.Options options = ThingsCloud.options(folder).withData(data);
        try (LocalCloud first = LocalCloud.start(options)) {
            assertThat(first.options()).isEqualTo(options);
            assertThatThrownBy(() -> LocalCloud.start(options))
                    .hasMessageContaining("another local cloud uses the data folder " + data);
        }
    }

    @Test
    void close_freesPortsAndEndsThreads(@TempDir Path folder) throws InterruptedException {
        Set<Thread> before = threadsThatKeepTheJvm();
        LocalCloud cloud = LocalCloud.start(ThingsCloud.options(folder));
        List<URI> endpoints = List.of(cloud.dynamoEndpoint(), cloud.queueEndpoint());

        cloud.close();

        for (URI endpoint : endpoints) {
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), endpoint.getPort()).close())
                    .isInstanceOf(ConnectException.class);
        }
        Set<Thread> left = new HashSet<>(threadsThatKeepTheJvm());
        left.removeAll(before);
        for (Thread thread : left) {
            assertThat(thread.join(Duration.ofMinutes(2))).as(thread.getName()).isTrue();
        }
    }

    private static Set<Thread> threadsThatKeepTheJvm() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(Thread::isDaemon);
        return threads;
    }

    /** Removes one action from the role's policy. */
    private static TemplateEdit withoutGrant(String action) {
        return (stack, template) -> {
            ArrayNode statements =
                    (ArrayNode) template.at("/Resources/Role/Properties/Policies/0/PolicyDocument/Statement");
            for (int i = statements.size() - 1; i >= 0; i--) {
                if (statements.get(i).path("Action") instanceof ArrayNode actions) {
                    actions.removeIf(named -> named.asText().equals(action));
                } else if (statements.get(i).path("Action").asText().equals(action)) {
                    statements.remove(i);
                }
            }
        };
    }
}
