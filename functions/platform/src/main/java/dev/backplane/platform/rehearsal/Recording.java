package dev.backplane.platform.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Recorded answers that are given once each. */
public final class Recording {

    private final List<RecordedAnswer> left;

    public Recording(List<RecordedAnswer> answers) {
        this.left = new ArrayList<>(answers);
    }

    /** Returns the answers that nobody has asked for yet. */
    public synchronized List<RecordedAnswer> left() {
        return List.copyOf(left);
    }

    /** Takes the next answer to a call, as {@link RecordedAnswer#callOf} tells it, if there is one left. */
    // Calls that run side by side may come in any order, so only those of one kind are answered in theirs.
    public synchronized Optional<RecordedAnswer> take(String call) {
        for (int i = 0; i < left.size(); i++) {
            if (left.get(i).call().equals(call)) {
                return Optional.of(left.remove(i));
            }
        }
        return Optional.empty();
    }
}
