package dev.backplane.pool;

import java.util.List;

/**
 * The result of a sweep.
 *
 * @param active the number of leases in the list
 * @param due the number of them that had expired
 * @param ended the number that it ended; other callers may have ended or extended the rest
 * @param warned the number of warnings of leases that expire soon
 * @param failures what it could not read or end
 * @param lost listed leases that have no item
 * @param left the number of expired leases that it had no time for
 */
public record SweepReport(
        int active, int due, int ended, int warned, List<Failure> failures, List<LeaseId> lost, int left) {

    /** A lease that could not be ended, or a list that could not be read. */
    public record Failure(String id, RuntimeException cause) {}
}
