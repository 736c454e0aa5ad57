package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.files.JsonFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** How far a mapping has come in each shard; in a file, so that a restart neither loses nor repeats what is done. */
final class Checkpoints {
    private static final String AFTER = "after";
    private static final String DONE = "done";

    private final JsonFile file;
    private final ObjectNode shards;

    private Checkpoints(JsonFile file) {
        this.file = file;
        this.shards = file.read();
    }

    static Checkpoints inMemory() {
        return new Checkpoints(JsonFile.none());
    }

    static Checkpoints inFile(Path path) {
        return new Checkpoints(JsonFile.at(path));
    }

    /** Whether the mapping has never run. */
    synchronized boolean isEmpty() {
        return shards.isEmpty();
    }

    /** The number of the last record that is done in a shard. */
    synchronized Optional<String> after(String shard) {
        JsonNode after = shards.path(shard).path(AFTER);
        return after.isTextual() ? Optional.of(after.textValue()) : Optional.empty();
    }

    synchronized boolean isDone(String shard) {
        return shards.path(shard).path(DONE).asBoolean();
    }

    /** Notes that a shard is to be read, from its oldest record as long as none is done. */
    synchronized void begin(String shard) {
        shards.withObjectProperty(shard);
        save();
    }

    synchronized void advance(String shard, String sequenceNumber) {
        shards.withObjectProperty(shard).put(AFTER, sequenceNumber);
        save();
    }

    /** Notes that a closed shard was read to its end, so that its children may be read. */
    synchronized void finish(String shard) {
        shards.withObjectProperty(shard).put(DONE, true);
        save();
    }

    /** Forgets shards that the stream no longer has. */
    synchronized void retain(Set<String> known) {
        if (shards.propertyStream().anyMatch(shard -> !known.contains(shard.getKey()))) {
            shards.retain(known);
            save();
        }
    }

    private void save() {
        file.write(shards);
    }
}
