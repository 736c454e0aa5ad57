package dev.backplane.local.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;

/** How far a mapping has come in each shard; in a file, so that a restart neither loses nor repeats what is done. */
final class Checkpoints {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String AFTER = "after";
    private static final String DONE = "done";

    private final Optional<Path> file;
    private final ObjectNode shards;

    private Checkpoints(Optional<Path> file, ObjectNode shards) {
        this.file = file;
        this.shards = shards;
    }

    static Checkpoints inMemory() {
        return new Checkpoints(Optional.empty(), JsonNodeFactory.instance.objectNode());
    }

    static Checkpoints inFile(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            ObjectNode shards = Files.exists(file)
                    ? JSON.readValue(file.toFile(), ObjectNode.class)
                    : JsonNodeFactory.instance.objectNode();
            return new Checkpoints(Optional.of(file), shards);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
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
        if (file.isEmpty()) {
            return;
        }
        Path fresh = file.get().resolveSibling(file.get().getFileName() + ".new");
        try {
            Files.writeString(fresh, shards.toString());
            Files.move(fresh, file.get(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file.get(), failure);
        }
    }
}
