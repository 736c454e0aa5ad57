package dev.backplane.layers.events;

import dev.backplane.layers.LayerArn;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/** Deletes layer versions in Lambda, each in its own region. */
final class LambdaLayers {

    private final LambdaClients clients;

    LambdaLayers(LambdaClients clients) {
        this.clients = clients;
    }

    /**
     * Deletes a layer version; one that does not exist counts as deleted.
     *
     * @return the failure; empty if the version is deleted
     */
    Optional<SdkException> delete(LayerArn arn) {
        try {
            // By ARN, because another layer in this account may have the same name.
            clients.in(arn.region())
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
}
