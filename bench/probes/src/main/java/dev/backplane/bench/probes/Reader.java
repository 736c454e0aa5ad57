package dev.backplane.bench.probes;

import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.AttributeMap;

/** Reads one item of the tenants table with the given HTTP client. */
final class Reader {

    private static final AttributeMap ANY_CERTIFICATE = AttributeMap.builder()
            .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
            .build();

    private final DynamoDbClient client;

    Reader(SdkHttpClient.Builder<?> http) {
        this.client = client(http);
    }

    /** Creates a client for the local engine, which has a self-signed certificate. */
    static DynamoDbClient client(SdkHttpClient.Builder<?> http) {
        return DynamoDbClient.builder()
                .httpClient(http.buildWithDefaults(ANY_CERTIFICATE))
                .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
                .region(Region.of(setting("AWS_REGION")))
                .build();
    }

    static String setting(String name) {
        return Objects.requireNonNull(System.getenv(name), name);
    }

    /** Returns the version of a tenant. */
    String version(String tenant) {
        Map<String, AttributeValue> item = client.getItem(get -> get.tableName(setting("TENANT_TABLE"))
                        .key(Map.of(
                                "pk", AttributeValue.fromS("TENANT_ID#" + tenant),
                                "sk", AttributeValue.fromS("METADATA")))
                        .consistentRead(true))
                .item();
        return Objects.requireNonNull(item.get("Version"), "no such tenant").s();
    }
}
