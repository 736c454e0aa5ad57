package dev.backplane.platform.aws;

import dev.backplane.platform.Unavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Calls to AWS that got no response. */
public final class Unanswered {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private Unanswered() {}

    /** Returns the response for a call that timed out or whose connection broke; empty for any other failure. */
    public static Optional<Unavailable> of(RuntimeException failure) {
        boolean unanswered = failure instanceof ApiCallTimeoutException
                || failure instanceof ApiCallAttemptTimeoutException
                || (failure instanceof SdkClientException && failure.getCause() instanceof IOException);
        return unanswered
                ? Optional.of(new Unavailable(
                        "UNAVAILABLE",
                        "An AWS service did not respond in time. A write may have taken effect.",
                        RETRY_AFTER,
                        failure))
                : Optional.empty();
    }
}
