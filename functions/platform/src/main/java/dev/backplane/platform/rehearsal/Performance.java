package dev.backplane.platform.rehearsal;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * What came of a rehearsal.
 *
 * @param answer what the function answered
 * @param lines what it would have logged
 * @param left the recorded answers that it did not ask for
 * @param address where its first signed request would have gone
 */
public record Performance(String answer, List<String> lines, List<RecordedAnswer> left, Optional<URI> address) {

    /** Says whether the function did what it does for a caller who asks for nothing wrong. */
    public boolean isGood() {
        return left.isEmpty() && lines.stream().allMatch(line -> line.contains("\"outcome\":\"SUCCESS\""));
    }

    /** Returns the same for a function whose first signed request would have gone there. */
    Performance at(Optional<URI> first) {
        return new Performance(answer, lines, left, first);
    }
}
