package dev.backplane.platform.rehearsal;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The result of a rehearsal.
 *
 * @param answer the response of the function
 * @param lines the lines that it would have logged
 * @param unused the recorded responses that it did not use
 * @param address where its first signed request would have gone
 */
public record RehearsalResult(String answer, List<String> lines, List<RecordedResponse> unused, Optional<URI> address) {

    /** Returns whether the function succeeded and made all recorded calls. */
    public boolean isSuccess() {
        return unused.isEmpty() && lines.stream().allMatch(line -> line.contains("\"outcome\":\"SUCCESS\""));
    }
}
