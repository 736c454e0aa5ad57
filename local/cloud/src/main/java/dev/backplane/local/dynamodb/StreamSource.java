package dev.backplane.local.dynamodb;

import java.util.List;
import java.util.Optional;

/** A stream to read from, shard by shard. */
public interface StreamSource {

    /** The shards that can still be read. */
    List<StreamShard> shards();

    /** A place in a shard: after the record with this number, or before the oldest record when empty. */
    String iterator(String shard, Optional<String> after);

    /** Reads on from a place. */
    Page read(String iterator) throws StaleIteratorException;

    /**
     * Some records.
     *
     * @param next where to read on; empty at the end of a closed shard
     */
    record Page(List<TableChange> records, Optional<String> next) {}
}
