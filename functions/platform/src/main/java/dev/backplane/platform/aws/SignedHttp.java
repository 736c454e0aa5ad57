package dev.backplane.platform.aws;

import dev.backplane.platform.Deadline;
import dev.backplane.platform.log.Meter;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.metrics.NoOpMetricCollector;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * Signed requests to one AWS service, for services of which the suite needs only a few simple calls.
 *
 * <p>The SDK clients of S3 and Systems Manager would add ten megabytes to a package. The signature and the retries are
 * those of the SDK.
 */
public final class SignedHttp {

    private final AwsConnection aws;
    private final String service;
    private final Clock clock;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    private final RetryStrategy retries = StandardRetryStrategy.builder()
            .retryOnException(RetryableException.class)
            .treatAsThrottling(failure -> failure instanceof RetryableException e && e.response.isPresent())
            .build();

    /** @param service the name of the service in host names and signatures, such as {@code ssm} */
    public SignedHttp(AwsConnection aws, String service, Clock clock) {
        this.aws = aws;
        this.service = service;
        this.clock = clock;
    }

    /** Returns the address of the service in the region of the connection. */
    public URI address() {
        return aws.endpoint()
                .orElseGet(() -> URI.create("https://" + service + "." + aws.region() + "."
                        + PartitionMetadata.of(aws.region()).dnsSuffix()));
    }

    /**
     * Sends a request with its body. Retries it if the service is overloaded, fails or does not respond.
     *
     * @return the last response, which may be an error
     * @throws SdkClientException if there was no response
     */
    public SignedResponse send(SdkHttpRequest request, byte[] body) {
        AcquireInitialTokenResponse initial = retries.acquireInitialToken(AcquireInitialTokenRequest.create(service));
        RetryToken token = initial.token();
        while (true) {
            try {
                SignedResponse response = attempt(request, body);
                retries.recordSuccess(RecordSuccessRequest.create(token));
                return response;
            } catch (RetryableException failure) {
                Optional<RefreshRetryTokenResponse> next = next(token, failure);
                if (next.isEmpty()) {
                    return failure.response.orElseThrow(() -> SdkClientException.create(
                            "no response from " + service + " in " + aws.region(), failure.getCause()));
                }
                pause(next.get().delay());
                token = next.get().token();
            }
        }
    }

    private Optional<RefreshRetryTokenResponse> next(RetryToken token, RetryableException failure) {
        try {
            return Optional.of(retries.refreshRetryToken(RefreshRetryTokenRequest.builder()
                    .token(token)
                    .failure(failure)
                    .build()));
        } catch (TokenAcquisitionFailedException e) {
            return Optional.empty();
        }
    }

    private static void pause(Duration delay) {
        try {
            Thread.sleep(delay);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SdkClientException.create("interrupted between two attempts", e);
        }
    }

    private SignedResponse attempt(SdkHttpRequest request, byte[] body) {
        SdkHttpRequest sized = request.toBuilder()
                .putHeader("Content-Length", Integer.toString(body.length))
                .build();
        SignedRequest signed = sign(sized, signing -> signing.payload(ContentStreamProvider.fromByteArray(body)));
        Meter.called();
        ExecutableHttpRequest call = aws.http()
                .prepareRequest(HttpExecuteRequest.builder()
                        .request(signed.request())
                        .contentStreamProvider(signed.payload().orElse(null))
                        .metricCollector(NoOpMetricCollector.create())
                        .build());
        // The HTTP client itself has no limit for a whole call.
        Optional<Future<?>> limit = limit().map(left -> AwsConnection.schedule(call::abort, left));
        try {
            HttpExecuteResponse response = call.call();
            SignedResponse read = SignedResponse.read(response);
            if (read.isRetryable()) {
                throw new RetryableException(read);
            }
            return read;
        } catch (IOException e) {
            throw new RetryableException(e);
        } finally {
            limit.ifPresent(timer -> timer.cancel(false));
        }
    }

    private Optional<Duration> limit() {
        Optional<Duration> left = Deadline.left();
        if (left.filter(Duration::isZero).isPresent()) {
            throw ApiCallTimeoutException.create(0);
        }
        return left.filter(time ->
                        aws.callLimit().filter(most -> most.compareTo(time) < 0).isEmpty())
                .or(aws::callLimit);
    }

    /** Returns an address with which anyone can send the request until it expires, without credentials. */
    public URI presign(SdkHttpRequest request, Duration validity) {
        return sign(
                        request,
                        signing -> signing.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                                .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, validity)
                                .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false))
                .request()
                .getUri();
    }

    private SignedRequest sign(SdkHttpRequest request, Consumer<SignRequest.Builder<AwsCredentialsIdentity>> options) {
        AwsCredentials credentials = aws.credentials().resolveCredentials();
        // S3 signs paths as they are; other services encode and normalize them once more.
        boolean isS3 = service.equals("s3");
        return signer.sign(signing -> options.accept(signing.identity(credentials)
                .request(request)
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                .putProperty(AwsV4HttpSigner.REGION_NAME, aws.region().id())
                .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, !isS3)
                .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, !isS3)
                .putProperty(HttpSigner.SIGNING_CLOCK, clock)));
    }

    /** An attempt that may succeed if it is repeated. */
    private static final class RetryableException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Optional<SignedResponse> response;

        RetryableException(SignedResponse response) {
            super("status " + response.status());
            this.response = Optional.of(response);
        }

        RetryableException(IOException cause) {
            super(cause);
            this.response = Optional.empty();
        }
    }
}
