package dev.backplane.userdata;

/**
 * What a recount found.
 *
 * @param stored what the counters say
 * @param actual what the values come to
 * @param repaired whether the counters were wrong and are right now
 */
public record Recount(Usage stored, Usage actual, boolean repaired) {

    /** Returns by how many bytes the counters are too high, or too low when it is negative. */
    public long drift() {
        return stored.bytes() - actual.bytes();
    }
}
