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
import dev.backplane.local.s3.ObjectStore;
import dev.backplane.local.testing.Assembly;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.AliasConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionVersion;
import software.amazon.awssdk.services.lambda.model.InvalidParameterValueException;
import software.amazon.awssdk.services.lambda.model.LambdaException;
import software.amazon.awssdk.services.lambda.model.Layer;
import software.amazon.awssdk.services.lambda.model.ListFunctionsResponse;
import software.amazon.awssdk.services.lambda.model.ResourceConflictException;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;

/** Tests the lists of functions, and what a function needs to use a layer, with the AWS SDK. */
final class FunctionServiceTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-05T10:00:00.250Z"), ZoneOffset.UTC);
    private static final String NAME = "test-GetThing";
    private static final String ARN = "arn:aws:lambda:us-east-1:000000000000:function:" + NAME;
    private static final String ROLE = "arn:aws:iam::000000000000:role/lister";

    @TempDir
    private Path folder;

    private Layers layers;
    private ObjectStore objects;
    private JsonFile file;
    private CloudTemplates templates;
    private Iam iam;
    private AwsNetwork network;
    private LambdaClient lambda;

    @BeforeEach
    void start() {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Lister:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: lister
                              AssumeRolePolicyDocument: {Statement: []}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action: 'lambda:ListFunctions'
                                        Resource: '*'
                                      - Effect: Allow
                                        Action: 'lambda:ListAliases'
                                        Resource: 'arn:aws:lambda:*:000000000000:function:*'
                          GetThing:
                            Type: AWS::Lambda::Function
                            Properties:
                              FunctionName: test-GetThing
                              Runtime: java25
                              Handler: dev.backplane.local.lambda.ScriptedHandler::handleRequest
                              Role: {'Fn::GetAtt': [Lister, Arn]}
                              Timeout: 60
                          Version:
                            Type: AWS::Lambda::Version
                            Properties: {FunctionName: {Ref: GetThing}}
                          Live:
                            Type: AWS::Lambda::Alias
                            Properties:
                              FunctionName: {Ref: GetThing}
                              FunctionVersion: {'Fn::GetAtt': [Version, Version]}
                              Name: live
                        """);
        templates = CloudTemplates.read(
                folder, new ResourceKinds().register(IamKinds.all()).register(LambdaKinds.all()), TemplateEdit.NONE);
        iam = Iam.of(templates);
        file = JsonFile.at(folder.resolve("functions.json"));
        layers = new Layers(JsonFile.none());
        objects = ObjectStore.of(templates, Optional.of(folder.resolve("objects")), CLOCK);
        connect();
    }

    private void connect() {
        network = new AwsNetwork(
                iam,
                List.of(new LambdaService(
                        new FunctionService(FunctionCatalog.of(templates, file, CLOCK), layers),
                        new LayerService(layers, objects, CLOCK))));
        lambda = owner(Region.US_EAST_1);
    }

    @Test
    void listFunctions_showsTheFunctionsOfTheTemplates() {
        assertThat(lambda.listFunctions().functions()).singleElement().satisfies(function -> {
            assertThat(function.functionName()).isEqualTo(NAME);
            assertThat(function.functionArn()).isEqualTo(ARN);
            assertThat(function.version()).isEqualTo("$LATEST");
            assertThat(function.runtimeAsString()).isEqualTo("java25");
            assertThat(function.timeout()).isEqualTo(60);
            assertThat(function.lastModified()).isEqualTo("2026-01-05T10:00:00.250+0000");
            assertThat(function.layers()).isEmpty();
        });
        assertThat(lambda.listFunctions(list -> list.functionVersion(FunctionVersion.ALL))
                        .functions())
                .extracting(FunctionConfiguration::functionArn)
                .containsExactly(ARN + ":$LATEST", ARN + ":1");
        assertThat(lambda.listAliases(list -> list.functionName(NAME)).aliases())
                .singleElement()
                .satisfies(alias -> {
                    assertThat(alias.aliasArn()).isEqualTo(ARN + ":live");
                    assertThat(alias.functionVersion()).isEqualTo("1");
                });
        assertThat(owner(Region.EU_WEST_1).listFunctions().functions()).isEmpty();
    }

    @Test
    void aFunctionThatGetsALayer_keepsItInItsPublishedVersion() {
        String layer = publish(Region.US_EAST_1);

        lambda.updateFunctionConfiguration(update -> update.functionName(NAME).layers(layer));
        assertThat(lambda.publishVersion(publish -> publish.functionName(ARN)).version())
                .isEqualTo("2");
        assertThat(lambda.publishVersion(publish -> publish.functionName(ARN)).version())
                .isEqualTo("2");
        lambda.updateFunctionConfiguration(update -> update.functionName(NAME).layers(List.of()));

        assertThat(lambda.listVersionsByFunction(list -> list.functionName(NAME))
                        .versions())
                .extracting(FunctionConfiguration::version)
                .containsExactly("$LATEST", "1", "2");
        assertThat(lambda.listFunctions(list -> list.functionVersion(FunctionVersion.ALL))
                        .functions())
                .filteredOn(FunctionConfiguration::hasLayers)
                .singleElement()
                .satisfies(version -> {
                    assertThat(version.functionArn()).isEqualTo(ARN + ":2");
                    assertThat(version.layers())
                            .containsExactly(
                                    Layer.builder().arn(layer).codeSize(6L).build());
                });
    }

    @Test
    void anAlias_pointsToVersionsThatExist() {
        lambda.updateFunctionConfiguration(update -> update.functionName(NAME).layers(publish(Region.US_EAST_1)));
        lambda.publishVersion(publish -> publish.functionName(NAME));

        lambda.createAlias(alias -> alias.functionName(NAME).name("canary").functionVersion("1"));
        lambda.updateAlias(alias -> alias.functionName(NAME)
                .name("canary")
                .routingConfig(routing -> routing.additionalVersionWeights(Map.of("2", 0.1))));

        assertThat(lambda.listAliases(list -> list.functionName(NAME)).aliases())
                .extracting(AliasConfiguration::name)
                .containsExactly("canary", "live");
        assertThat(lambda.listAliases(list -> list.functionName(NAME).functionVersion("1"))
                        .aliases()
                        .getFirst()
                        .routingConfig()
                        .additionalVersionWeights())
                .containsExactly(Map.entry("2", 0.1));
        assertThatThrownBy(() -> lambda.updateAlias(
                        alias -> alias.functionName(NAME).name("canary").functionVersion("9")))
                .isInstanceOf(ResourceNotFoundException.class)
                .hasMessageContaining("Function not found: " + ARN + ":9");
        assertThatThrownBy(() -> lambda.createAlias(
                        alias -> alias.functionName(NAME).name("live").functionVersion("1")))
                .isInstanceOf(ResourceConflictException.class);
        assertThatThrownBy(() -> lambda.updateAlias(
                        alias -> alias.functionName(NAME).name("none").functionVersion("1")))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void aCreatedFunction_belongsToItsRegion() {
        String layer = publish(Region.EU_WEST_1);
        LambdaClient ireland = owner(Region.EU_WEST_1);

        create(ireland, "reports", layer);

        assertThat(ireland.listFunctions().functions())
                .singleElement()
                .extracting(FunctionConfiguration::functionArn)
                .isEqualTo("arn:aws:lambda:eu-west-1:000000000000:function:reports");
        assertThat(lambda.listFunctions().functions()).hasSize(1);
        assertThatThrownBy(() -> create(ireland, "reports", layer)).isInstanceOf(ResourceConflictException.class);
        assertThatThrownBy(() -> create(lambda, "reports", layer))
                .isInstanceOf(InvalidParameterValueException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> ireland.listAliases(list -> list.functionName("other")))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void lists_haveAtMostFiftyItemsAPage() {
        LambdaClient ireland = owner(Region.EU_WEST_1);
        for (int i = 0; i < 60; i++) {
            create(ireland, "f" + i);
        }

        ListFunctionsResponse first = ireland.listFunctions(list -> list.maxItems(100));
        assertThat(first.functions()).hasSize(50);
        ListFunctionsResponse second = ireland.listFunctions(list -> list.marker(first.nextMarker()));
        assertThat(second.functions()).hasSize(10);
        assertThat(second.nextMarker()).isNull();
        assertThat(ireland
                        .listFunctionsPaginator(list -> list.maxItems(7).functionVersion(FunctionVersion.ALL))
                        .functions()
                        .stream()
                        .map(FunctionConfiguration::functionName)
                        .distinct())
                .hasSize(60);
        assertThatThrownBy(() -> ireland.listFunctions(list -> list.marker("*")))
                .isInstanceOf(InvalidParameterValueException.class);
        assertThatThrownBy(() -> ireland.listFunctions(list -> list.maxItems(0)))
                .isInstanceOfSatisfying(
                        LambdaException.class,
                        failure -> assertThat(failure.awsErrorDetails().errorCode())
                                .isEqualTo("ValidationException"));
    }

    @Test
    void calls_needThePermissionsThatLambdaAsksFor() {
        LambdaClient lister =
                client(network.connect(iam.role(ROLE).orElseThrow().as("Lister")), Region.US_EAST_1);

        assertThat(lister.listFunctions().functions()).hasSize(1);
        assertThat(lister.listAliases(list -> list.functionName(NAME)).aliases())
                .hasSize(1);
        assertThat(iam.unusedGrants()).isEmpty();
        assertThatThrownBy(() -> lister.listVersionsByFunction(list -> list.functionName(NAME)))
                .isInstanceOfSatisfying(LambdaException.class, failure -> {
                    assertThat(failure.statusCode()).isEqualTo(403);
                    assertThat(failure.awsErrorDetails().errorMessage())
                            .contains("not authorized to perform: lambda:ListVersionsByFunction on resource: " + ARN);
                });
    }

    @Test
    void whatWasChanged_survivesARestart() {
        String layer = publish(Region.US_EAST_1);
        lambda.updateFunctionConfiguration(update -> update.functionName(NAME).layers(layer));
        lambda.publishVersion(publish -> publish.functionName(NAME));
        create(owner(Region.EU_WEST_1), "reports");

        connect();

        assertThat(lambda.listFunctions(list -> list.functionVersion(FunctionVersion.ALL))
                        .functions())
                .filteredOn(FunctionConfiguration::hasLayers)
                .extracting(FunctionConfiguration::version)
                .containsExactly("$LATEST", "2");
        assertThat(owner(Region.EU_WEST_1).listFunctions().functions()).hasSize(1);
    }

    private static void create(LambdaClient lambda, String name, String... layers) {
        lambda.createFunction(create -> create.functionName(name)
                .role(ROLE)
                .runtime("java25")
                .handler("x.Y")
                .code(code -> code.zipFile(SdkBytes.fromUtf8String("PK")))
                .layers(layers));
    }

    private String publish(Region region) {
        return owner(region)
                .publishLayerVersion(publish -> publish.layerName("requests")
                        .content(content -> content.zipFile(SdkBytes.fromUtf8String("PKzzzz"))))
                .layerVersionArn();
    }

    private LambdaClient owner(Region region) {
        return client(network.connectOwner(), region);
    }

    private static LambdaClient client(SdkHttpClient http, Region region) {
        return LambdaClient.builder()
                .httpClient(http)
                .region(region)
                .overrideConfiguration(config -> config.retryStrategy(retries -> retries.maxAttempts(1)))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
    }
}
