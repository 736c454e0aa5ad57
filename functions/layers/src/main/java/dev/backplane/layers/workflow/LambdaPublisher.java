package dev.backplane.layers.workflow;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.NewPublication;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.Share;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.LayerVersionsListItem;
import software.amazon.awssdk.services.lambda.model.ListLayerVersionsResponse;
import software.amazon.awssdk.services.lambda.model.ResourceConflictException;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;

/**
 * Publishes, shares and deletes layer versions in Lambda.
 *
 * <p>Calls are not retried here. Publishing again after a lost response would create a second version; the state machine
 * repeats the whole task, which first looks for what was published.
 */
final class LambdaPublisher {

    private static final int FIRST_SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final String READ = "lambda:GetLayerVersion";

    private final AwsConnection aws;
    private final String namePrefix;
    private final Map<RegionName, LambdaClient> clients = new ConcurrentHashMap<>();

    LambdaPublisher(Platform platform) {
        this.aws = platform.aws();
        this.namePrefix = LayerLimits.from(platform.settings()).namePrefix();
    }

    /** Returns the name of the layer of a package. Lambda's names have no dots. */
    String nameOf(NewPublication request) {
        return namePrefix + request.name().value().replace('.', '_');
    }

    /** The description marks what a publication has published. */
    private static String description(PublicationId id) {
        return "Backplane publication " + id;
    }

    LayerArn publish(Publication publication, RegionName region, byte[] zip) {
        NewPublication request = publication.request();
        return LayerArn.parse(call(
                region,
                lambda -> lambda.publishLayerVersion(publish -> publish.layerName(nameOf(request))
                                .description(description(publication.id()))
                                .compatibleRuntimesWithStrings(
                                        request.compatibility().runtimes())
                                .compatibleArchitecturesWithStrings(
                                        request.compatibility().architectures())
                                .content(content -> content.zipFile(SdkBytes.fromByteArrayUnsafe(zip))))
                        .layerVersionArn()));
    }

    /** Returns what a publication has published in a region, oldest first. */
    List<LayerArn> find(Publication publication, RegionName region) {
        List<LayerArn> found = new ArrayList<>();
        String marker = null;
        do {
            String from = marker;
            ListLayerVersionsResponse page = call(
                    region,
                    lambda -> lambda.listLayerVersions(list ->
                            list.layerName(nameOf(publication.request())).marker(from)));
            page.layerVersions().stream()
                    .filter(version -> description(publication.id()).equals(version.description()))
                    .map(LayerVersionsListItem::layerVersionArn)
                    .map(LayerArn::parse)
                    .forEach(found::add);
            marker = page.nextMarker();
        } while (marker != null);
        found.sort(Comparator.comparingLong(LayerArn::version));
        return found;
    }

    /** Lets others use a version; repeating it changes nothing. */
    void share(LayerArn arn, Share share) {
        share.organizationId().ifPresent(organization -> allow(arn, "organization", "*", organization));
        share.accounts().forEach(account -> allow(arn, "account-" + account, account, null));
    }

    private void allow(
            LayerArn arn, String statement, String principal, @org.jspecify.annotations.Nullable String organization) {
        call(arn.region(), lambda -> {
            try {
                return lambda.addLayerVersionPermission(add -> add.layerName(arn.layer())
                        .versionNumber(arn.version())
                        .statementId(statement)
                        .action(READ)
                        .principal(principal)
                        .organizationId(organization));
            } catch (ResourceConflictException e) {
                return e; // the statement was added before
            }
        });
    }

    /** Deletes a version; one that does not exist counts as deleted. */
    void delete(LayerArn arn) {
        call(arn.region(), lambda -> {
            try {
                return lambda.deleteLayerVersion(
                        delete -> delete.layerName(arn.layer()).versionNumber(arn.version()));
            } catch (ResourceNotFoundException e) {
                return e;
            }
        });
    }

    private <T> T call(RegionName region, Function<LambdaClient, T> call) {
        try {
            return call.apply(client(region));
        } catch (AwsServiceException e) {
            String code =
                    e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
            String reason = code == null ? "HTTP " + e.statusCode() : code;
            if (e.isThrottlingException()
                    || e.statusCode() == TOO_MANY_REQUESTS
                    || e.statusCode() >= FIRST_SERVER_ERROR) {
                throw new RetryableException(reason, e);
            }
            throw new RejectedException(reason);
        } catch (SdkClientException e) {
            // No server answered, or the call took too long.
            throw new RetryableException("NO_RESPONSE", e);
        }
    }

    private LambdaClient client(RegionName region) {
        return clients.computeIfAbsent(
                region,
                name -> aws.in(Region.of(name.value()))
                        .client(LambdaClient.builder()
                                .overrideConfiguration(
                                        client -> client.retryStrategy(retries -> retries.maxAttempts(1)))));
    }
}
