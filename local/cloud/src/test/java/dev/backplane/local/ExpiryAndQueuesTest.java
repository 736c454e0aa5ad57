package dev.backplane.local;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Tests expiring items and polled messages, up to the function. */
@Timeout(600)
final class ExpiryAndQueuesTest {

    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");
    private static final long EXPIRED = NOW.getEpochSecond() - 1;
    private static final String SERVICE = "dynamodb.amazonaws.com";

    @TempDir
    private Path folder;

    @TempDir
    private Path data;

    @Test
    void expiry_reachesFunctionsAsTheRecordThatAwsWrites() {
        try (JobsCloud jobs = JobsCloud.start(options())) {
            jobs.put("old", EXPIRED);

            Eventually.assertThat(
                    jobs::removals, removals -> assertThat(removals).containsExactly("old by " + SERVICE));
            assertThatJson(jobs.records().getLast().toString()).isEqualTo("""
                            {
                              "eventID": "${json-unit.regex}[0-9a-f]{32}",
                              "eventName": "REMOVE",
                              "eventVersion": "1.1",
                              "eventSource": "aws:dynamodb",
                              "awsRegion": "us-east-1",
                              "eventSourceARN": "${json-unit.regex}arn:aws:dynamodb:us-east-1:000000000000:table/Jobs/stream/.+",
                              "userIdentity": {"type": "Service", "principalId": "dynamodb.amazonaws.com"},
                              "dynamodb": {
                                "ApproximateCreationDateTime": "${json-unit.any-number}",
                                "Keys": {"pk": {"S": "old"}},
                                "OldImage": {"pk": {"S": "old"}, "exDt": {"N": "%d"}},
                                "SequenceNumber": "${json-unit.any-string}",
                                "SizeBytes": "${json-unit.any-number}",
                                "StreamViewType": "NEW_AND_OLD_IMAGES"
                              }
                            }
                            """.formatted(EXPIRED));
        }
    }

    @Test
    void expiry_isToldFromRemovalsByUsers() {
        try (JobsCloud jobs = JobsCloud.start(options());
                DynamoDbClient owner = owner(jobs)) {
            for (int i = 0; i < 5; i++) {
                jobs.put("a", EXPIRED);
                int removed = i + 1;
                Eventually.assertThat(
                        jobs::removals, removals -> assertThat(removals).hasSize(removed));
            }
            owner.putItem(put -> put.tableName("Jobs").item(Map.of("pk", AttributeValue.fromS("a"))));
            owner.deleteItem(delete -> delete.tableName("Jobs").key(Map.of("pk", AttributeValue.fromS("a"))));

            Eventually.assertThat(
                    jobs::removals, removals -> assertThat(removals).hasSize(6));
            assertThat(jobs.removals().subList(0, 5)).containsOnly("a by " + SERVICE);
            assertThat(jobs.removals().getLast()).isEqualTo("a by user");
        }
    }

    @Test
    void expiry_isToldAlsoAfterARestart() {
        TemplateEdit unread = (stack, template) ->
                template.withObject("/Resources/Changes/Properties").put("Enabled", false);
        try (JobsCloud jobs = JobsCloud.start(options().withData(data).withEdit(unread));
                DynamoDbClient owner = owner(jobs)) {
            jobs.put("old", EXPIRED);
            Eventually.assertThat(
                    () -> owner.scan(scan -> scan.tableName("Jobs")).count(),
                    count -> assertThat(count).isZero());
            owner.putItem(put -> put.tableName("Jobs").item(Map.of("pk", AttributeValue.fromS("users"))));
            owner.deleteItem(delete -> delete.tableName("Jobs").key(Map.of("pk", AttributeValue.fromS("users"))));
        }
        try (JobsCloud jobs = JobsCloud.start(options().withData(data))) {
            Eventually.assertThat(
                    jobs::removals,
                    removals -> assertThat(removals).containsExactly("old by " + SERVICE, "users by user"));
        }
    }

    @Test
    void owner_seesTheExpiryThatTheTemplateAsksFor() {
        try (JobsCloud jobs = JobsCloud.start(options());
                DynamoDbClient owner = owner(jobs)) {
            assertThat(owner.describeTimeToLive(describe -> describe.tableName("Jobs"))
                            .timeToLiveDescription())
                    .satisfies(expiry -> {
                        assertThat(expiry.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
                        assertThat(expiry.attributeName()).isEqualTo("exDt");
                    });
            assertThatThrownBy(() -> owner.updateTimeToLive(update -> update.tableName("Jobs")
                            .timeToLiveSpecification(
                                    expiry -> expiry.attributeName("exDt").enabled(true))))
                    .isInstanceOf(DynamoDbException.class)
                    .hasMessageContaining("only be changed in the templates");
            assertThat(owner.describeTable(describe -> describe.tableName("Jobs"))
                            .table())
                    .satisfies(table -> {
                        assertThat(table.tableArn()).isEqualTo("arn:aws:dynamodb:us-east-1:000000000000:table/Jobs");
                        assertThat(table.latestStreamArn()).startsWith(table.tableArn() + "/stream/2025-01-01T");
                    });
        }
    }

    @Test
    void message_reachesTheFunctionInLambdasForm() {
        try (JobsCloud jobs = JobsCloud.start(options())) {
            jobs.send("{\"job\":1}");

            Eventually.assertThat(jobs::records, records -> assertThat(records).hasSize(1));
            assertThatJson(jobs.records().getFirst().toString()).isEqualTo("""
                            {
                              "messageId": "${json-unit.any-string}",
                              "receiptHandle": "${json-unit.any-string}",
                              "body": "{\\"job\\":1}",
                              "attributes": {
                                "ApproximateReceiveCount": "1",
                                "SentTimestamp": "${json-unit.regex}\\\\d{13}",
                                "SenderId": "${json-unit.any-string}",
                                "ApproximateFirstReceiveTimestamp": "${json-unit.regex}\\\\d{13}"
                              },
                              "messageAttributes": {
                                "kind": {
                                  "stringValue": "test",
                                  "stringListValues": [],
                                  "binaryListValues": [],
                                  "dataType": "String"
                                }
                              },
                              "md5OfMessageAttributes": "${json-unit.regex}[0-9a-f]{32}",
                              "md5OfBody": "${json-unit.regex}[0-9a-f]{32}",
                              "eventSource": "aws:sqs",
                              "eventSourceARN": "arn:aws:sqs:us-east-1:000000000000:jobs",
                              "awsRegion": "us-east-1"
                            }
                            """);
            Eventually.assertThat(
                    () -> jobs.count("jobs", "ApproximateNumberOfMessagesNotVisible"),
                    left -> assertThat(left).isZero());
            assertThat(jobs.cloud().iam().denials()).isEmpty();
        }
    }

    @Test
    void message_thatCannotBeHandled_comesAgainAndThenIsADeadLetter() {
        TemplateEdit quick = (stack, template) -> {
            template.withObject("/Resources/Queue/Properties").put("VisibilityTimeout", 1);
            template.withObject("/Resources/Forward/Properties").put("Timeout", 1);
        };
        try (JobsCloud jobs = JobsCloud.start(options().withEdit(quick))) {
            jobs.send("poison");

            Eventually.assertThat(
                    () -> jobs.count("lost", "ApproximateNumberOfMessages"),
                    lost -> assertThat(lost).isEqualTo(1));
            assertThat(jobs.count("jobs", "ApproximateNumberOfMessages")).isZero();
            assertThat(jobs.records()).isEmpty();
        }
    }

    @Test
    void start_whenTheRoleMayNotReadTheQueue_refuses() {
        TemplateEdit edit = (stack, template) -> ((ObjectNode)
                        template.at("/Resources/Role/Properties/Policies/0/PolicyDocument/Statement/2"))
                .put("Action", "sqs:ReceiveMessage");

        assertThatThrownBy(() -> LocalCloud.start(options().withEdit(edit)))
                .hasMessageContaining("Jobs/Messages (AWS::Lambda::EventSourceMapping): User: ")
                .hasMessageContaining("is not authorized to perform: sqs:DeleteMessage")
                .hasMessageContaining("is not authorized to perform: sqs:GetQueueAttributes");
    }

    @Test
    void start_whenTheFunctionMayRunLongerThanMessagesAreHidden_refuses() {
        TemplateEdit edit = (stack, template) ->
                template.withObject("/Resources/Forward/Properties").put("Timeout", 31);

        assertThatThrownBy(() -> LocalCloud.start(options().withEdit(edit)))
                .hasMessageContaining("Queue visibility timeout: 30 seconds is less than Function timeout: 31 seconds");
    }

    @Test
    void start_whenAQueueMappingHasPropertiesOfStreams_refuses() {
        TemplateEdit edit = (stack, template) -> template.withObject("/Resources/Messages/Properties")
                .put("StartingPosition", "TRIM_HORIZON")
                .put("BatchSize", 11);

        assertThatThrownBy(() -> LocalCloud.start(options().withEdit(edit)))
                .hasMessageContaining("property StartingPosition is only for streams")
                .hasMessageContaining("a batch can have at most 10 messages");
    }

    private LocalCloud.Options options() {
        return JobsCloud.options(folder).withClock(Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static DynamoDbClient owner(JobsCloud jobs) {
        return DynamoDbClient.builder()
                .httpClient(jobs.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }
}
