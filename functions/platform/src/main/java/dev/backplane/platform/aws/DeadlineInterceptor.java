package dev.backplane.platform.aws;

import dev.backplane.platform.Deadline;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Ends each call by the deadline of its invocation.
 *
 * @param limit the longest duration of one call of this client
 */
record DeadlineInterceptor(Optional<Duration> limit) implements ExecutionInterceptor {

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return Deadline.left()
                .filter(left -> limit.isEmpty() || left.compareTo(limit.get()) < 0)
                .<SdkRequest>map(left -> limited((AwsRequest) context.request(), left))
                .orElseGet(context::request);
    }

    private static AwsRequest limited(AwsRequest request, Duration left) {
        // The SDK counts whole milliseconds, and takes zero for no limit.
        if (left.toMillis() == 0) {
            throw ApiCallTimeoutException.create(0);
        }
        AwsRequestOverrideConfiguration given =
                request.overrideConfiguration().orElseGet(AwsRequestOverrideConfiguration.builder()::build);
        return request.toBuilder()
                .overrideConfiguration(given.toBuilder().apiCallTimeout(left).build())
                .build();
    }
}
