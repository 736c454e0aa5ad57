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

/** Deletes layer versions in Lambda, each in its own region. */
final class LambdaLayers {

    // Five messages, one after the other, must be done before the function times out.
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);

    private final AwsConnection aws;
    private final Map<RegionName, LambdaClient> clients = new ConcurrentHashMap<>();

    LambdaLayers(AwsConnection aws) {
        this.aws = aws;
    }

    /**
     * Deletes a layer version; one that does not exist counts as deleted.
     *
     * @return the failure; empty if the version is deleted
     */
    Optional<SdkException> delete(LayerArn arn) {
        try {
            // By ARN, because another layer in this account may have the same name.
            client(arn.region())
                    .deleteLayerVersion(
                            request -> request.layerName(arn.layer()).versionNumber(arn.version()));
            return Optional.empty();
        } catch (AwsServiceException e) {
            return e.statusCode() == 404 ? Optional.empty() : Optional.of(e);
        } catch (SdkClientException e) {
            // No server answered: the region has no Lambda, or it cannot be reached.
            return Optional.of(e);
        }
    }

    /** Returns the error code of AWS, or the exception that prevented the call. */
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
                                .overrideConfiguration(client -> client.apiCallTimeout(CALL_TIMEOUT))));
    }
}
