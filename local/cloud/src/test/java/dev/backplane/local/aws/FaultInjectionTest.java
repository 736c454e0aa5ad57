package dev.backplane.local.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.iam.Role;
import dev.backplane.local.testing.Assembly;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

final class FaultInjectionTest {

    @TempDir
    private Path folder;

    private final CountingService service = new CountingService();
    private AwsNetwork network;
    private Role role;

    /** Accepts and counts every call. */
    private static final class CountingService implements AwsService {

        private int calls;

        @Override
        public List<String> hosts() {
            return List.of("dynamodb.us-east-1.amazonaws.com");
        }

        @Override
        public Optional<List<AccessRequest>> accesses(AwsRequest request) {
            return Optional.of(List.of());
        }

        @Override
        public HttpExecuteResponse perform(AwsRequest request) {
            calls++;
            return AwsResponses.ok(JsonNodeFactory.instance.objectNode());
        }
    }

    @BeforeEach
    void connect() {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Writer: {Type: AWS::IAM::Role, Properties: {RoleName: writer, AssumeRolePolicyDocument: {Statement: []}}}
                        """);
        ResourceKinds kinds = new ResourceKinds().register(IamKinds.all());
        Iam iam = Iam.of(CloudTemplates.read(folder, kinds, TemplateEdit.NONE));
        network = new AwsNetwork(iam, List.of(service));
        role = iam.role("arn:aws:iam::000000000000:role/writer").orElseThrow();
    }

    @Test
    void answer_failsTheNextCallsOfTheKindAndNoOther() {
        network.faults()
                .answer(
                        1,
                        call -> call.is("dynamodb", "UpdateItem") && call.role().equals("writer"),
                        "ProvisionedThroughputExceededException");
        DynamoDbClient client = client(network.connect(role.as("Function")));

        client.deleteItem(delete -> delete.tableName("T"));
        assertThatThrownBy(() -> client.updateItem(update -> update.tableName("T")))
                .isInstanceOf(ProvisionedThroughputExceededException.class);
        client.updateItem(update -> update.tableName("T"));

        assertThat(service.calls).isEqualTo(2);
    }

    @Test
    void answer_withAFaultOfTheService_isOneOfTheServer() {
        network.faults().answer(1, call -> call.session().equals("Function"), "InternalServerError");
        DynamoDbClient client = client(network.connect(role.as("Function")));

        assertThatThrownBy(() -> client.updateItem(update -> update.tableName("T")))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        failure -> assertThat(failure.statusCode()).isEqualTo(500));
    }

    @Test
    void loseAnswer_performsTheCall() {
        network.faults().loseAnswer(1, call -> true);
        DynamoDbClient client = client(network.connect(role.as("Function")));

        assertThatThrownBy(() -> client.updateItem(update -> update.tableName("T")))
                .isInstanceOf(SdkClientException.class);

        assertThat(service.calls).isEqualTo(1);
    }

    @Test
    void owner_isNeverHit() {
        network.faults().answer(1, call -> true, "InternalServerError");

        client(network.connectOwner()).updateItem(update -> update.tableName("T"));

        assertThat(service.calls).isEqualTo(1);
    }

    @Test
    void clear_takesBackWhatIsNotUsedUp() {
        network.faults().answer(1, call -> true, "InternalServerError");
        network.faults().failInvocation(2, name -> name.equals("f"), "told to");
        assertThat(network.faults().invocation("g")).isEmpty();
        assertThat(network.faults().invocation("f")).contains("told to");

        network.faults().clear();

        client(network.connect(role.as("Function"))).updateItem(update -> update.tableName("T"));
        assertThat(network.faults().invocation("f")).isEmpty();
    }

    /** Creates a client without retries. */
    private static DynamoDbClient client(SdkHttpClient http) {
        return DynamoDbClient.builder()
                .httpClient(http)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .overrideConfiguration(override -> override.retryStrategy(retries -> retries.maxAttempts(1)))
                .build();
    }
}
