package dev.backplane.layers.events;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.aws.AwsConnection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;

/** Lambda's layers, in the region that each has. */
final class LambdaLayers {

    // The function's own credentials were about to be renewed; that says nothing about the layer.
    private static final Set<String> PASSING = Set.of("ExpiredTokenException", "RequestExpired");

    private final AwsConnection aws;
    private final Map<RegionName, LambdaClient> clients = new ConcurrentHashMap<>();

    LambdaLayers(AwsConnection aws) {
        this.aws = aws;
    }

    /**
     * Deletes a layer version; one that is gone already counts as deleted.
     *
     * @return why that will never be possible, or empty when it is done
     * @throws RuntimeException when it was not possible now
     */
    Optional<AwsServiceException> delete(LayerArn arn) {
        try {
            // By the ARN rather than the name, which may be that of another layer in this account.
            client(arn.region())
                    .deleteLayerVersion(
                            request -> request.layerName(arn.layer()).versionNumber(arn.version()));
            return Optional.empty();
        } catch (AwsServiceException e) {
            if (e.statusCode() == 404) {
                return Optional.empty();
            }
            if (isPassing(e)) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    private static boolean isPassing(AwsServiceException e) {
        return e.isThrottlingException()
                || e.statusCode() == 429
                || e.statusCode() >= 500
                || PASSING.contains(codeOf(e));
    }

    /** Returns AWS's word for a refusal. */
    static String codeOf(AwsServiceException e) {
        String code = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
        return code == null ? "HTTP " + e.statusCode() : code;
    }

    private LambdaClient client(RegionName region) {
        return clients.computeIfAbsent(
                region, name -> aws.in(Region.of(name.value())).client(LambdaClient.builder()));
    }
}
