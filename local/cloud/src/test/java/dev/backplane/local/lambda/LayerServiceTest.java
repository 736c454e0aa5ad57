package dev.backplane.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.files.JsonFile;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.s3.Bucket;
import dev.backplane.local.s3.ObjectStore;
import dev.backplane.local.s3.S3Service;
import dev.backplane.local.testing.Assembly;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.aws.SignedHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.AddLayerVersionPermissionRequest;
import software.amazon.awssdk.services.lambda.model.InvalidParameterValueException;
import software.amazon.awssdk.services.lambda.model.LambdaException;
import software.amazon.awssdk.services.lambda.model.LayerVersionsListItem;
import software.amazon.awssdk.services.lambda.model.LayersListItem;
import software.amazon.awssdk.services.lambda.model.ListLayerVersionsResponse;
import software.amazon.awssdk.services.lambda.model.ListLayersResponse;
import software.amazon.awssdk.services.lambda.model.PublishLayerVersionResponse;
import software.amazon.awssdk.services.lambda.model.ResourceConflictException;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;
import software.amazon.awssdk.services.lambda.model.Runtime;
import software.amazon.awssdk.services.lambda.model.TooManyRequestsException;

/** Tests layers with the AWS SDK. */
final class LayerServiceTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-05T10:00:00.250Z"), ZoneOffset.UTC);
    private static final String ARN = "arn:aws:lambda:eu-west-1:000000000000:layer:requests";

    @TempDir
    private Path folder;

    @TempDir
    private Path buckets;

    private JsonFile file;
    private Layers layers;
    private ObjectStore objects;

    @BeforeEach
    void start() {
        file = JsonFile.at(folder.resolve("layers.json"));
        layers = new Layers(file);
        new Assembly(buckets).stack("Buckets", """
                Resources:
                  Bucket:
                    Type: AWS::S3::Bucket
                    Properties: {BucketName: content}
                """);
        objects = ObjectStore.of(
                CloudTemplates.read(buckets, new ResourceKinds().register(List.of(Bucket.kind())), TemplateEdit.NONE),
                Optional.of(folder.resolve("s3")),
                CLOCK);
    }

    @Test
    void publish_numbersTheVersionsOfARegion() {
        PublishLayerVersionResponse first = publish(owner(Region.EU_WEST_1), "requests");
        publish(owner(Region.EU_WEST_1), "requests");
        publish(owner(Region.US_WEST_2), "requests");

        assertThat(first.version()).isEqualTo(1);
        assertThat(first.layerArn()).isEqualTo(ARN);
        assertThat(first.layerVersionArn()).isEqualTo(ARN + ":1");
        assertThat(first.createdDate()).isEqualTo("2026-01-05T10:00:00.250+0000");
        assertThat(first.compatibleRuntimes()).containsExactly(Runtime.JAVA21);
        assertThat(first.content().codeSize()).isEqualTo(6);
        assertThat(layers.versionArns("eu-west-1")).containsExactly(ARN + ":1", ARN + ":2");
        assertThat(layers.versionArns("us-west-2")).hasSize(1);
    }

    @Test
    void get_findsAVersionByNumberAndByArn() {
        LambdaClient lambda = owner(Region.EU_WEST_1);
        publish(lambda, "requests");

        assertThat(lambda.getLayerVersion(get -> get.layerName("requests").versionNumber(1L))
                        .layerVersionArn())
                .isEqualTo(ARN + ":1");
        assertThat(lambda.getLayerVersion(get -> get.layerName(ARN).versionNumber(1L))
                        .description())
                .isEqualTo("for tests");
        assertThat(lambda.getLayerVersionByArn(get -> get.arn(ARN + ":1")).version())
                .isEqualTo(1);
        assertThatThrownBy(() ->
                        lambda.getLayerVersion(get -> get.layerName("requests").versionNumber(2L)))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void delete_isRepeatableAndNeverGivesANumberAgain() {
        LambdaClient lambda = owner(Region.EU_WEST_1);
        publish(lambda, "requests");

        for (int i = 0; i < 2; i++) {
            lambda.deleteLayerVersion(delete -> delete.layerName("requests").versionNumber(1L));
        }
        lambda.deleteLayerVersion(delete -> delete.layerName("never").versionNumber(7L));

        assertThat(layers.versionArns("eu-west-1")).isEmpty();
        assertThat(publish(lambda, "requests").version()).isEqualTo(2);
    }

    @Test
    void list_isNewestFirstAndPaged() {
        LambdaClient lambda = owner(Region.EU_WEST_1);
        for (int i = 0; i < 3; i++) {
            publish(lambda, "requests");
        }
        publish(lambda, "another");

        ListLayerVersionsResponse page =
                lambda.listLayerVersions(list -> list.layerName("requests").maxItems(2));
        assertThat(page.layerVersions())
                .extracting(LayerVersionsListItem::version)
                .containsExactly(3L, 2L);
        assertThat(lambda.listLayerVersions(list -> list.layerName("requests").marker(page.nextMarker()))
                        .layerVersions())
                .extracting(LayerVersionsListItem::version)
                .containsExactly(1L);
    }

    @Test
    void listLayers_isPagedAndHasTheLatestVersionOfEach() {
        LambdaClient lambda = owner(Region.EU_WEST_1);
        publish(lambda, "requests");
        publish(lambda, "requests");
        publish(lambda, "another");
        publish(lambda, "deleted");
        lambda.deleteLayerVersion(delete -> delete.layerName("deleted").versionNumber(1L));

        ListLayersResponse page = lambda.listLayers(list -> list.maxItems(1));

        assertThat(page.layers()).extracting(LayersListItem::layerName).containsExactly("another");
        assertThat(lambda.listLayers(list -> list.marker(page.nextMarker())).layers())
                .singleElement()
                .satisfies(layer -> {
                    assertThat(layer.layerArn()).isEqualTo(ARN);
                    assertThat(layer.latestMatchingVersion().version()).isEqualTo(2);
                });
        assertThat(owner(Region.US_WEST_2).listLayers().layers()).isEmpty();
    }

    @Test
    void publish_whenTheContentIsNoZip_isRefused() {
        LambdaClient lambda = owner(Region.EU_WEST_1);

        assertThatThrownBy(() -> lambda.publishLayerVersion(publish -> publish.layerName("requests")
                        .content(content -> content.zipFile(SdkBytes.fromUtf8String("text")))))
                .isInstanceOf(InvalidParameterValueException.class);
        assertThatThrownBy(() -> lambda.publishLayerVersion(publish -> publish.layerName("requests")
                        .content(content -> content.s3Bucket("bucket").s3Key("key"))))
                .isInstanceOf(InvalidParameterValueException.class)
                .hasMessageContaining("PermanentRedirect");
        assertThatThrownBy(() -> owner(Region.US_EAST_1)
                        .publishLayerVersion(publish -> publish.layerName("requests")
                                .content(content -> content.s3Bucket("content").s3Key("key"))))
                .isInstanceOf(InvalidParameterValueException.class)
                .hasMessageContaining("NoSuchKey");
    }

    @Test
    void publish_takesContentFromABucketOfItsRegion() throws IOException {
        SdkHttpClient s3 = new AwsNetwork(iam(), List.of(new S3Service(objects, iam()))).connectOwner();
        AwsConnection aws = new AwsConnection(
                s3,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")),
                Region.US_EAST_1,
                Optional.empty());
        SignedHttp signed = new SignedHttp(aws, "s3", CLOCK);
        SdkHttpRequest put = SdkHttpRequest.builder()
                .method(SdkHttpMethod.PUT)
                .uri(URI.create(signed.address() + "/content/key"))
                .build();
        assertThat(signed.send(put, "PK content".getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(200);

        PublishLayerVersionResponse published = owner(Region.US_EAST_1)
                .publishLayerVersion(publish -> publish.layerName("requests")
                        .content(content -> content.s3Bucket("content").s3Key("key")));
        assertThat(published.content().codeSize()).isEqualTo(10);
    }

    @Test
    void permission_isAddedOnceForEachStatement() {
        LambdaClient lambda = owner(Region.EU_WEST_1);
        publish(lambda, "requests");
        Consumer<AddLayerVersionPermissionRequest.Builder> permission = add -> add.layerName("requests")
                .versionNumber(1L)
                .statementId("org")
                .principal("*")
                .organizationId("o-abc")
                .action("lambda:GetLayerVersion");

        assertThat(lambda.addLayerVersionPermission(permission).statement()).contains("o-abc", ARN + ":1");
        assertThatThrownBy(() -> lambda.addLayerVersionPermission(permission))
                .isInstanceOf(ResourceConflictException.class);
        assertThat(lambda.getLayerVersionPolicy(get -> get.layerName("requests").versionNumber(1L))
                        .policy())
                .contains("\"Sid\":\"org\"");
        lambda.removeLayerVersionPermission(
                remove -> remove.layerName("requests").versionNumber(1L).statementId("org"));
        assertThatThrownBy(() -> lambda.getLayerVersionPolicy(
                        get -> get.layerName("requests").versionNumber(1L)))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void call_whenTheRoleDoesNotAllowIt_isDeniedAsByLambda() {
        publish(owner(Region.EU_WEST_1), "requests");
        Iam iam = iam();
        LambdaClient deleter = client(
                network(iam)
                        .connect(iam.role("arn:aws:iam::000000000000:role/deleter")
                                .orElseThrow()
                                .as("Deleter")),
                Region.EU_WEST_1);

        assertThatThrownBy(() ->
                        deleter.getLayerVersion(get -> get.layerName("requests").versionNumber(1L)))
                .isInstanceOfSatisfying(LambdaException.class, failure -> {
                    assertThat(failure.statusCode()).isEqualTo(403);
                    assertThat(failure.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
                    assertThat(failure.awsErrorDetails().errorMessage())
                            .contains("not authorized to perform: lambda:GetLayerVersion on resource: " + ARN + ":1");
                });
        deleter.deleteLayerVersion(delete -> delete.layerName("requests").versionNumber(1L));
        assertThat(iam.unusedGrants()).isEmpty();
    }

    @Test
    void call_aboutALayerOfAnotherAccount_isDenied() {
        assertThatThrownBy(() -> owner(Region.EU_WEST_1)
                        .deleteLayerVersion(
                                delete -> delete.layerName("arn:aws:lambda:eu-west-1:111111111111:layer:requests")
                                        .versionNumber(1L)))
                .isInstanceOfSatisfying(
                        LambdaException.class,
                        failure -> assertThat(failure.statusCode()).isEqualTo(403));
    }

    @Test
    void refuse_failsCallsAboutThatLayerAloneUntilPermitted() {
        LambdaClient lambda = owner(Region.EU_WEST_1);
        publish(lambda, "requests");
        publish(lambda, "another");
        layers.refuse(ARN, LayerFault.TOO_MANY_REQUESTS);

        assertThatThrownBy(() -> lambda.deleteLayerVersion(
                        delete -> delete.layerName("requests").versionNumber(1L)))
                .isInstanceOf(TooManyRequestsException.class);
        lambda.deleteLayerVersion(delete -> delete.layerName("another").versionNumber(1L));
        layers.refuse(ARN, LayerFault.ACCESS_DENIED);
        assertThatThrownBy(() -> lambda.deleteLayerVersion(
                        delete -> delete.layerName("requests").versionNumber(1L)))
                .isInstanceOfSatisfying(
                        LambdaException.class,
                        failure -> assertThat(failure.awsErrorDetails().errorCode())
                                .isEqualTo("AccessDeniedException"));
        layers.permit(ARN);
        lambda.deleteLayerVersion(delete -> delete.layerName("requests").versionNumber(1L));

        assertThat(layers.versionArns("eu-west-1")).isEmpty();
    }

    @Test
    void layers_surviveARestart() {
        publish(owner(Region.EU_WEST_1), "requests");
        publish(owner(Region.EU_WEST_1), "requests");
        owner(Region.EU_WEST_1)
                .deleteLayerVersion(delete -> delete.layerName("requests").versionNumber(2L));

        layers = new Layers(file);

        assertThat(layers.versionArns("eu-west-1")).containsExactly(ARN + ":1");
        assertThat(publish(owner(Region.EU_WEST_1), "requests").version()).isEqualTo(3);
    }

    private static PublishLayerVersionResponse publish(LambdaClient lambda, String name) {
        return lambda.publishLayerVersion(publish -> publish.layerName(name)
                .description("for tests")
                .compatibleRuntimes(Runtime.JAVA21)
                .content(content ->
                        content.zipFile(SdkBytes.fromByteArray("PK\3\4zz".getBytes(StandardCharsets.UTF_8)))));
    }

    private LambdaClient owner(Region region) {
        return client(network(iam()).connectOwner(), region);
    }

    private AwsNetwork network(Iam iam) {
        return new AwsNetwork(iam, List.of(new LayerService(layers, objects, CLOCK)));
    }

    private static LambdaClient client(SdkHttpClient http, Region region) {
        return LambdaClient.builder()
                .httpClient(http)
                .region(region)
                .overrideConfiguration(config -> config.retryStrategy(retries -> retries.maxAttempts(1)))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
    }

    private Iam iam() {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Deleter:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: deleter
                              AssumeRolePolicyDocument: {Statement: []}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action: 'lambda:DeleteLayerVersion'
                                        Resource: 'arn:aws:lambda:*:000000000000:layer:*:*'
                        """);
        return Iam.of(CloudTemplates.read(folder, new ResourceKinds().register(IamKinds.all()), TemplateEdit.NONE));
    }
}
