package dev.backplane.local.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.dynamodb.DynamoDbService;
import dev.backplane.local.dynamodb.ExpiryLedger;
import dev.backplane.local.dynamodb.TableKind;
import dev.backplane.local.dynamodb.Tables;
import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.testing.Assembly;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

final class AwsNetworkTest {

    private static final String TABLE_ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/Things";
    private static final Map<String, AttributeValue> KEY =
            Map.of("PK", AttributeValue.fromS("a"), "SK", AttributeValue.fromS("b"));

    private static DynamoDbEngine engine;
    private static EngineHttpClient http;

    @TempDir
    private Path folder;

    private Iam iam;
    private AwsNetwork network;

    @BeforeAll
    static void startEngine() {
        engine = DynamoDbEngine.inMemory();
        http = new EngineHttpClient();
    }

    @AfterAll
    static void stopEngine() {
        http.close();
        engine.close();
    }

    @BeforeEach
    void connect() {
        CloudTemplates templates = templates();
        Engine dynamo = new Engine(http, engine.endpoint(), "DynamoDB_20120810");
        Tables.create(dynamo, templates);
        iam = Iam.of(templates);
        network = new AwsNetwork(
                iam, List.of(new DynamoDbService(dynamo, List.of(), ExpiryLedger.in(Optional.empty()), _ -> {})));
    }

    @Test
    void call_whenAllowed_reachesTheEngineUnchanged() {
        DynamoDbClient writer = client("Writer", Region.US_EAST_1);

        writer.putItem(put -> put.tableName("Things").item(KEY));

        assertThat(client("Reader", Region.US_EAST_1)
                        .getItem(get -> get.tableName("Things").key(KEY))
                        .item())
                .isEqualTo(KEY);
        assertThatThrownBy(() -> writer.putItem(
                        put -> put.tableName("Things").item(KEY).conditionExpression("attribute_not_exists(PK)")))
                .isInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void call_whenDenied_failsAsOnAws() {
        DynamoDbClient reader = client("Reader", Region.US_EAST_1);

        assertThatThrownBy(() -> reader.putItem(put -> put.tableName("Things").item(KEY)))
                .isInstanceOfSatisfying(DynamoDbException.class, failure -> {
                    assertThat(failure.statusCode()).isEqualTo(400);
                    assertThat(failure.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
                    assertThat(failure.awsErrorDetails().errorMessage())
                            .isEqualTo("User: arn:aws:sts::000000000000:assumed-role/Test-Reader/Reader is not "
                                    + "authorized to perform: dynamodb:PutItem on resource: " + TABLE_ARN
                                    + " because no identity-based policy allows the dynamodb:PutItem action");
                });
    }

    @Test
    void query_ofAnIndex_needsPermissionForTheIndex() {
        DynamoDbClient reader = client("Reader", Region.US_EAST_1);

        reader.query(query -> query.tableName("Things")
                .indexName("ByDate")
                .keyConditionExpression("PK = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("a"))));
        assertThatThrownBy(() -> reader.query(query -> query.tableName("Things")
                        .keyConditionExpression("PK = :pk")
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("a")))))
                .hasMessageContaining("dynamodb:Query on resource: " + TABLE_ARN + " ");
    }

    @Test
    void transactWriteItems_needsThePermissionOfEachPart() {
        DynamoDbClient writer = client("Writer", Region.US_EAST_1);
        TransactWriteItem put = TransactWriteItem.builder()
                .put(Put.builder().tableName("Things").item(KEY).build())
                .build();
        TransactWriteItem check = TransactWriteItem.builder()
                .conditionCheck(ConditionCheck.builder()
                        .tableName("Things")
                        .key(Map.of("PK", AttributeValue.fromS("a"), "SK", AttributeValue.fromS("c")))
                        .conditionExpression("attribute_not_exists(PK)")
                        .build())
                .build();
        TransactWriteItem delete = TransactWriteItem.builder()
                .delete(Delete.builder().tableName("Things").key(KEY).build())
                .build();

        writer.transactWriteItems(transaction -> transaction.transactItems(put, check));
        assertThatThrownBy(() -> writer.transactWriteItems(transaction -> transaction.transactItems(delete, check)))
                .hasMessageContaining("dynamodb:DeleteItem on resource: " + TABLE_ARN);
        assertThat(iam.denials())
                .extracting(Denial::access)
                .containsExactly(new AccessRequest("dynamodb:DeleteItem", TABLE_ARN));
    }

    @Test
    void transactGetItems_needsPermissionToGetEachItem() {
        TransactGetItem get = TransactGetItem.builder()
                .get(Get.builder().tableName("Things").key(KEY).build())
                .build();

        client("Reader", Region.US_EAST_1).transactGetItems(transaction -> transaction.transactItems(get));
        assertThatThrownBy(() -> client("Writer", Region.US_EAST_1)
                        .transactGetItems(transaction -> transaction.transactItems(get)))
                .hasMessageContaining("dynamodb:GetItem on resource: " + TABLE_ARN);
    }

    @Test
    void batches_needAPermissionOfTheirOwn() {
        KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(KEY)).build();
        WriteRequest write =
                WriteRequest.builder().putRequest(put -> put.item(KEY)).build();

        assertThatThrownBy(() -> client("Reader", Region.US_EAST_1)
                        .batchGetItem(batch -> batch.requestItems(Map.of("Things", keys))))
                .hasMessageContaining("dynamodb:BatchGetItem on resource: " + TABLE_ARN);
        assertThatThrownBy(() -> client("Writer", Region.US_EAST_1)
                        .batchWriteItem(batch -> batch.requestItems(Map.of("Things", List.of(write)))))
                .hasMessageContaining("dynamodb:BatchWriteItem on resource: " + TABLE_ARN);
    }

    @Test
    void partiQl_isNotOffered_soThatItCannotPassUnchecked() {
        assertThatThrownBy(() -> client("Writer", Region.US_EAST_1)
                        .executeStatement(statement -> statement.statement("SELECT * FROM Things")))
                .hasMessageContaining("The local cloud does not support");
    }

    @Test
    void call_ofAnOperationThatIsNotOffered_isRefused() {
        assertThatThrownBy(() -> client("Writer", Region.US_EAST_1).deleteTable(table -> table.tableName("Things")))
                .hasMessageContaining("The local cloud does not support");
    }

    @Test
    void call_toAnotherRegion_findsNobody() {
        assertThatThrownBy(() -> client("Writer", Region.EU_WEST_1).listTables())
                .isInstanceOf(SdkClientException.class)
                .hasStackTraceContaining("dynamodb.eu-west-1.amazonaws.com is not part of the local cloud");
    }

    private DynamoDbClient client(String role, Region region) {
        return DynamoDbClient.builder()
                .httpClient(network.connect(iam.role("arn:aws:iam::000000000000:role/Test-" + role)
                        .orElseThrow()
                        .as(role)))
                .region(region)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
    }

    private CloudTemplates templates() {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Table:
                            Type: AWS::DynamoDB::Table
                            Properties:
                              TableName: Things
                              BillingMode: PAY_PER_REQUEST
                              KeySchema: [{AttributeName: PK, KeyType: HASH}, {AttributeName: SK, KeyType: RANGE}]
                              AttributeDefinitions:
                                - {AttributeName: PK, AttributeType: S}
                                - {AttributeName: SK, AttributeType: S}
                                - {AttributeName: Date, AttributeType: S}
                              GlobalSecondaryIndexes:
                                - IndexName: ByDate
                                  KeySchema: [{AttributeName: PK, KeyType: HASH}, {AttributeName: Date, KeyType: RANGE}]
                                  Projection: {ProjectionType: ALL}
                          Reader:
                            Type: AWS::IAM::Role
                            Properties:
                              AssumeRolePolicyDocument: {Statement: []}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - {Effect: Allow, Action: 'dynamodb:GetItem', Resource: {'Fn::GetAtt': [Table, Arn]}}
                                      - {Effect: Allow, Action: 'dynamodb:Query', Resource: {'Fn::Sub': '${Table.Arn}/index/ByDate'}}
                          Writer:
                            Type: AWS::IAM::Role
                            Properties:
                              AssumeRolePolicyDocument: {Statement: []}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action: ['dynamodb:PutItem', 'dynamodb:ConditionCheckItem']
                                        Resource: {'Fn::GetAtt': [Table, Arn]}
                        """);
        ResourceKinds kinds = new ResourceKinds().register(IamKinds.all()).register(List.of(TableKind.kind()));
        return CloudTemplates.read(folder, kinds, TemplateEdit.NONE);
    }
}
