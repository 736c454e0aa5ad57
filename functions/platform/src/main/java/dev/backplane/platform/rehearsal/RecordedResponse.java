package dev.backplane.platform.rehearsal;

import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * The response of AWS to one call.
 *
 * @param call the operation, as {@link #callOf} names it
 */
public record RecordedResponse(String call, int status, String body) {

    /** Returns the name of a call. */
    public static String callOf(SdkHttpRequest request) {
        return callOf(
                request.firstMatchingHeader("X-Amz-Target"), request.method().name());
    }

    /** Returns the name of a call: its {@code X-Amz-Target} header, or its method if it has none. */
    public static String callOf(Optional<String> target, String method) {
        return target.orElse(method);
    }
}
