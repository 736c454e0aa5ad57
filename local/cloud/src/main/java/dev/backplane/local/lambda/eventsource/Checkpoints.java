package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.files.JsonFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The positions of a mapping in its shards, stored so that a restart neither loses nor repeats records. */
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

    /** Returns the sequence number of the last completed record of a shard. */
    synchronized Optional<String> after(String shard) {
        JsonNode after = shards.path(shard).path(AFTER);
        return after.isTextual() ? Optional.of(after.textValue()) : Optional.empty();
    }

    synchronized boolean isDone(String shard) {
        return shards.path(shard).path(DONE).asBoolean();
    }

    synchronized void advance(String shard, String sequenceNumber) {
        shards.withObjectProperty(shard).put(AFTER, sequenceNumber);
        save();
    }

    /** Marks a closed shard as completely read, so that its children can be read. */
    synchronized void finish(String shard) {
        shards.withObjectProperty(shard).put(DONE, true);
        save();
    }

    /** Removes shards that the stream no longer has. */
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
