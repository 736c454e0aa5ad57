package dev.backplane.layers.events;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.aws.AwsConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;

/** Lambda's layers, in the region that each has. */
final class LambdaLayers {

    // Five messages one after the other must have an end before the function has.
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final AwsConnection aws;
    private final Map<RegionName, LambdaClient> clients = new ConcurrentHashMap<>();

    LambdaLayers(AwsConnection aws) {
        this.aws = aws;
    }

    /**
     * Deletes a layer version; one that is gone already counts as deleted.
     *
     * @return why that was not possible, or empty when it is done
     */
    Optional<SdkException> delete(LayerArn arn) {
        try {
            // By the ARN rather than the name, which may be that of another layer in this account.
            client(arn.region())
                    .deleteLayerVersion(
                            request -> request.layerName(arn.layer()).versionNumber(arn.version()));
            return Optional.empty();
        } catch (AwsServiceException e) {
            return e.statusCode() == 404 ? Optional.empty() : Optional.of(e);
        } catch (SdkClientException e) {
            // Nobody answered: a region without Lambda, or one that cannot be reached.
            return Optional.of(e);
        }
    }

    /** Returns AWS's word for a refusal, or the name of what kept the call from getting there. */
    static String reasonOf(SdkException failure) {
        if (failure instanceof AwsServiceException e) {
            String code =
                    e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
            return code == null ? "HTTP " + e.statusCode() : code;
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName();
    }

    private LambdaClient client(RegionName region) {
        return clients.computeIfAbsent(
                region,
                name -> aws.in(Region.of(name.value()))
                        .client(LambdaClient.builder()
                                .overrideConfiguration(client -> client.apiCallTimeout(PATIENCE))));
    }
}
