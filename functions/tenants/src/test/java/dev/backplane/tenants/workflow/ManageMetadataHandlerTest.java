package dev.backplane.tenants.workflow;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.Invoke;
import dev.backplane.platform.testing.TestPlatform;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import java.io.UncheckedIOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManageMetadataHandlerTest {

    private static final String URL =
            "https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/a%3A1?X-Amz-Credential=A%2FB";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private FakeAws aws;
    private TestPlatform platform;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        aws = new FakeAws(DYNAMO);
        platform = aws.platform(Map.of(TenantsSettings.TENANT_TABLE, stores.table()));
    }

    private void send(String type, String tenant, String stack, String url) {
        Map<String, String> row = metadataRow(ACME, "1.0.0");
        Invoke.with(new ManageMetadataHandler(platform.platform()), """
                {"RequestType":"%s","ResponseURL":"%s","StackId":"%s","RequestId":"request-1",
                 "ResourceType":"Custom::TenantRecord","LogicalResourceId":"TenantRecord","ServiceToken":"f",
                 "ResourceProperties":{"ServiceToken":"f","ServiceTimeout":"120","TenantId":"%s","StackVersion":"1.0.0",
                 "InboundQueueArn":"%s","InboundQueueUrl":"%s"}}""".formatted(
                        type, url, stack, tenant, row.get("InboundQueueArn"), row.get("InboundQueueUrl")));
    }

    private void send(String type, String stack) {
        send(type, "acme", stack, URL);
    }

    private void assertAnswered(String members) {
        assertThatJson(aws.responses.puts().getLast().body())
                .isEqualTo("{PhysicalResourceId:'tenant-acme',RequestId:'request-1',LogicalResourceId:'TenantRecord',"
                        + members + "}");
    }

    private Map<String, String> row() {
        return stores.row(ACME, "METADATA");
    }

    @Test
    void create_writesTheRowAndAnswersWhereCloudFormationWaits() {
        send("Create", "stack-of-acme");

        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
        assertThat(aws.responses.puts()).hasSize(1);
        assertThat(aws.responses.puts().getFirst().url()).isEqualTo(URL);
        assertThat(aws.responses.puts().getFirst().headers())
                .as("the address is signed without a content type")
                .doesNotContain("Content-Type");
    }

    @Test
    void update_ofAnOlderTenant_removesItsOutboundQueue() {
        stores.put(olderRow(ACME));
        send("Update", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void update_ofARowThatGotLost_makesItWhole() {
        send("Update", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void create_byAnotherStack_failsAndChangesNothing() {
        stores.put(metadataRow(ACME, "0.9.0"));
        send("Create", "other");
        assertThat(row()).isEqualTo(metadataRow(ACME, "0.9.0"));
        assertAnswered("Status:'FAILED',Reason:'The tenant\\'s row belongs to another stack.',StackId:'other'");
    }

    @Test
    void delete_removesTheRowOfTheStackAndNoOther() {
        stores.put(metadataRow(ACME, "1.0.0"));
        send("Delete", "other");
        assertAnswered("Status:'SUCCESS',StackId:'other'");
        assertThat(row()).isNotEmpty();

        send("Delete", "stack-of-acme");
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
        assertThat(row()).isEmpty();
    }

    @Test
    void aRequestThatMakesNoSense_isAnsweredAsAFailure() {
        send("Create", "a_b", "s", URL);
        assertThatJson(aws.responses.puts().getLast().body()).node("Status").isEqualTo("FAILED");
        send("Destroy", "s");
        assertAnswered("Status:'FAILED',Reason:'There is no request Destroy.',StackId:'s'");
        assertThat(stores.rows()).isEmpty();
    }

    @Test
    void ownFailure_isAnsweredWithoutItsDetails() {
        platform = aws.platform(Map.of(TenantsSettings.TENANT_TABLE, "no-such-table"));
        send("Create", "s");
        assertAnswered("Status:'FAILED',Reason:'The tenant\\'s row could not be written.',StackId:'s'");
        assertThat(platform.lines().getLast()).contains("ResourceNotFoundException");
    }

    @Test
    void answer_thatIsNotTakenAtOnce_isSentAgain() {
        aws.responses.refuse(3);
        send("Create", "s");
        assertThat(aws.responses.puts()).hasSize(4);
        assertThat(aws.responses.puts())
                .extracting("body")
                .containsOnly(aws.responses.puts().getFirst().body());
    }

    @Test
    void answer_thatIsNeverTaken_failsTheFunction() {
        aws.responses.refuse(100);
        assertThatThrownBy(() -> send("Create", "s")).isInstanceOf(UncheckedIOException.class);
        assertThat(aws.responses.puts()).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x.s3.amazonaws.com/a",
                "https://example.com/a",
                "https://amazonaws.com.example.com/",
                "https://evilamazonaws.com/",
                "file:///etc/passwd"
            })
    void answer_goesToNobodyButAws(String url) {
        assertThatThrownBy(() -> send("Create", "acme", "s", url)).isInstanceOf(IllegalArgumentException.class);
        assertThat(aws.responses.puts()).isEmpty();
    }
}
