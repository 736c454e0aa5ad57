package dev.backplane.local.dynamodb;

import java.util.List;
import java.util.Optional;

/** A table stream. */
public interface StreamSource {

    /** Returns the readable shards. */
    List<StreamShard> shards();

    /** Returns an iterator after the record with this number, or at the oldest record when empty. */
    String iterator(String shard, Optional<String> after);

    /** Reads one page. */
    Page read(String iterator) throws StaleIteratorException;

    /**
     * A page of records.
     *
     * @param next the next iterator; empty at the end of a closed shard
     */
    record Page(List<TableChange> records, Optional<String> next) {}
}
