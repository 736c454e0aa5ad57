package dev.backplane.pool;

import java.util.List;

/**
 * What a sweep found and did.
 *
 * @param active how many leases were listed
 * @param due how many of them were due
 * @param ended how many of these it ended; others may have been ended or extended by other callers
 * @param failures what it could not read or end
 * @param lost listed leases that have no item
 * @param left how many due ones it had no time for
 */
public record SweepReport(int active, int due, int ended, List<Failure> failures, List<LeaseId> lost, int left) {

    /** A lease that could not be ended, or a list that could not be read. */
    public record Failure(String id, RuntimeException cause) {}
}
