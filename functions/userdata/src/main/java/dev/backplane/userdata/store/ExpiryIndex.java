package dev.backplane.userdata.store;

import dev.backplane.userdata.UserId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The index of values by the time at which they expire; values that do not expire are not in it.
 *
 * <p>Each day (UTC) has several partitions, so that no partition gets all values that expire at about the same time. All
 * values of a user that expire on one day are in one partition: they are removed one after the other, because
 * transactions that change the counters of one user conflict.
 */
final class ExpiryIndex {

    /** The partitions of a day. A sweep queries each of them, also when nothing expires. */
    static final int SHARDS = 4;

    private ExpiryIndex() {}

    static LocalDate dayOf(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    /** Returns the partition key of a user's value in the index. */
    static String partition(UserId user, Instant expiresAt) {
        return partition(dayOf(expiresAt), UsageRow.shardOf(user) % SHARDS);
    }

    static String partition(LocalDate day, int shard) {
        return day + "#" + shard;
    }

    /** Returns the partition of a row whose time changes. */
    static String moved(String partition, Instant expiresAt) {
        return dayOf(expiresAt) + partition.substring(partition.indexOf('#'));
    }
}
