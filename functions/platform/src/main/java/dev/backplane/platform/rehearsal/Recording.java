package dev.backplane.platform.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Recorded responses, each used once. */
public final class Recording {

    private final List<RecordedResponse> unused;

    public Recording(List<RecordedResponse> answers) {
        this.unused = new ArrayList<>(answers);
    }

    /** Returns the unused responses. */
    public synchronized List<RecordedResponse> unused() {
        return List.copyOf(unused);
    }

    /** Removes and returns the next response to a call, if there is one. */
    // Concurrent calls may arrive in any order, so responses are only ordered among calls of the same name.
    public synchronized Optional<RecordedResponse> take(String call) {
        for (int i = 0; i < unused.size(); i++) {
            if (unused.get(i).call().equals(call)) {
                return Optional.of(unused.remove(i));
            }
        }
        return Optional.empty();
    }
}
