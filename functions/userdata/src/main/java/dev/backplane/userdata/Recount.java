package dev.backplane.userdata;

/**
 * The result of a recount.
 *
 * @param stored the stored counters
 * @param actual the counters computed from the values
 * @param repaired whether wrong counters were corrected
 */
public record Recount(Usage stored, Usage actual, boolean repaired) {

    /** Returns by how many bytes the counters are too high; negative if they are too low. */
    public long drift() {
        return stored.bytes() - actual.bytes();
    }
}
