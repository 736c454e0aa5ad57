package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;

/** Creates layers over HTTP and through Lambda's API; names are never reused. */
final class LayerRegistry {

    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final SdkBytes EMPTY_ZIP =
            SdkBytes.fromByteArray(new byte[] {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});

    private final LocalServer server;
    private final Api api;

    LayerRegistry(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
    }

    static String newPackage() {
        return "pkg-" + COUNTER.incrementAndGet();
    }

    /** Publishes a layer version in Lambda and returns its ARN. */
    String publish(String region, String name) {
        try (LambdaClient lambda = lambda(region)) {
            return lambda.publishLayerVersion(
                            request -> request.layerName(name).content(content -> content.zipFile(EMPTY_ZIP)))
                    .layerVersionArn();
        }
    }

    LambdaClient lambda(String region) {
        return LambdaClient.builder()
                .httpClient(server.cloud().owner())
                .region(Region.of(region))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
    }

    boolean isInLambda(String region, String arn) {
        return server.cloud().layers().versionArns(region).contains(arn);
    }

    Answer register(String region, String name, String arn) {
        return api.post(
                "/layers/" + region + "/" + name,
                "{\"arn\":\"%s\",\"packageVersion\":\"1.0\",\"requirementsTxt\":\"%s==1.0\"}".formatted(arn, name));
    }

    /** Publishes and registers a version and returns its ARN. */
    String registered(String region, String name) {
        String arn = publish(region, name);
        assertThat(register(region, name, arn).status()).isEqualTo(201);
        return arn;
    }

    Answer version(String region, String name, int number) {
        return api.get("/layers/" + region + "/" + name + "/" + number);
    }

    /** Waits until a version is marked as deleted. */
    Answer awaitDeleted(String region, String name, int number) {
        return Suite.await(
                () -> version(region, name, number),
                answer -> answer.at("deployStatus").equals("deleted"));
    }
}
