package dev.backplane.platform.rehearsal;

import java.util.Optional;
import java.util.zip.CRC32;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * What AWS answered to one call.
 *
 * @param call what was called, as {@link #callOf} tells it
 */
public record RecordedAnswer(String call, int status, String body) {

    /** Returns what a request calls: the operation where a header names it, and the method where none does. */
    public static String callOf(SdkHttpRequest request) {
        return callOf(
                request.firstMatchingHeader("X-Amz-Target"), request.method().name());
    }

    /** Returns what a request with this {@code X-Amz-Target}, or with this method, calls. */
    public static String callOf(Optional<String> target, String method) {
        return target.orElse(method);
    }

    /** Returns the checksum that DynamoDB sends with a body, and that the SDK holds what it reads against. */
    static long checksum(byte[] body) {
        CRC32 checksum = new CRC32();
        checksum.update(body);
        return checksum.getValue();
    }
}
