package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.StaleIteratorException;
import dev.backplane.local.dynamodb.StreamShard;
import dev.backplane.local.dynamodb.StreamSource;
import dev.backplane.local.dynamodb.TableChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** An in-memory stream; iterators are positions in a shard's list of records. */
final class FakeStream implements StreamSource {

    private final Map<String, Optional<String>> parents = new LinkedHashMap<>();
    private final Map<String, List<TableChange>> records = new LinkedHashMap<>();
    private final List<String> closed = new ArrayList<>();
    private boolean stale;

    synchronized FakeStream shard(String id, Optional<String> parent, List<TableChange> content) {
        parents.put(id, parent);
        records.put(id, new ArrayList<>(content));
        return this;
    }

    synchronized FakeStream close(String id) {
        closed.add(id);
        return this;
    }

    synchronized void add(String shard, List<TableChange> more) {
        content(shard).addAll(more);
    }

    @Override
    public synchronized List<StreamShard> shards() {
        return parents.entrySet().stream()
                .map(shard -> new StreamShard(shard.getKey(), shard.getValue()))
                .toList();
    }

    @Override
    public synchronized String iterator(String shard, Optional<String> after) {
        List<TableChange> content = content(shard);
        int position = after.map(number -> IntStream.range(0, content.size())
                                .filter(index ->
                                        content.get(index).sequenceNumber().equals(number))
                                .findFirst()
                                .orElseThrow()
                        + 1)
                .orElse(0);
        return shard + ":" + position;
    }

    /** Invalidates all current iterators, once. */
    synchronized void forgetIterators() {
        stale = true;
    }

    @Override
    public synchronized Page read(String iterator) throws StaleIteratorException {
        if (stale) {
            stale = false;
            throw new StaleIteratorException(new IllegalStateException("trimmed"));
        }
        String shard = iterator.substring(0, iterator.indexOf(':'));
        int position = Integer.parseInt(iterator.substring(iterator.indexOf(':') + 1));
        List<TableChange> content = content(shard);
        List<TableChange> rest = List.copyOf(content.subList(position, content.size()));
        return new Page(rest, closed.contains(shard) ? Optional.empty() : Optional.of(shard + ":" + content.size()));
    }

    private List<TableChange> content(String shard) {
        return Objects.requireNonNull(records.get(shard), shard);
    }
}
