package dev.backplane.local.engines;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SDK clients for an engine, all over one HTTP client. */
final class EngineClients implements AutoCloseable {

    private final EngineHttpClient http = new EngineHttpClient();
    private final URI endpoint;

    EngineClients(URI endpoint) {
        this.endpoint = endpoint;
    }

    DynamoDbClient dynamo() {
        return build(DynamoDbClient.builder());
    }

    DynamoDbClient dynamo(String accessKey, Region region) {
        return configure(DynamoDbClient.builder(), accessKey).region(region).build();
    }

    DynamoDbStreamsClient streams() {
        return build(DynamoDbStreamsClient.builder());
    }

    SqsClient queues() {
        return build(SqsClient.builder());
    }

    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C build(B builder) {
        return configure(builder, "key").region(Region.US_EAST_1).build();
    }

    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B configure(
            B builder, String accessKey) {
        return builder.endpointOverride(endpoint)
                .httpClient(http)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, "secret")));
    }

    @Override
    public void close() {
        http.close();
    }
}
