package dev.backplane.layers.events;

import dev.backplane.layers.RegionName;
import dev.backplane.platform.aws.AwsConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;

/** The clients for Lambda, one for each region. */
final class LambdaClients {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);

    private final AwsConnection aws;
    private final Map<RegionName, LambdaClient> clients = new ConcurrentHashMap<>();

    LambdaClients(AwsConnection aws) {
        this.aws = aws;
    }

    LambdaClient in(RegionName region) {
        return clients.computeIfAbsent(
                region,
                name -> aws.in(Region.of(name.value()))
                        .client(LambdaClient.builder()
                                .overrideConfiguration(client -> client.apiCallTimeout(CALL_TIMEOUT))));
    }
}
