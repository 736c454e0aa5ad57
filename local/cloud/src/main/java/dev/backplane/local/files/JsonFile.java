package dev.backplane.local.files;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** A JSON object stored in a file, or in memory only. */
public final class JsonFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> file;

    private JsonFile(Optional<Path> file) {
        this.file = file;
    }

    /** Stores nothing. */
    public static JsonFile none() {
        return new JsonFile(Optional.empty());
    }

    /** Stores the object in this file and creates its folder if needed. */
    public static JsonFile at(Path file) {
        return new JsonFile(Optional.of(file));
    }

    /** Returns the stored object, or an empty one. */
    public ObjectNode read() {
        if (file.isEmpty() || !Files.exists(file.get())) {
            return JsonNodeFactory.instance.objectNode();
        }
        try {
            return JSON.readValue(file.get().toFile(), ObjectNode.class);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file.get(), failure);
        }
    }

    /** Replaces the content atomically. */
    public void write(ObjectNode content) {
        if (file.isEmpty()) {
            return;
        }
        Path kept = file.get();
        Path fresh = kept.resolveSibling(kept.getFileName() + ".new");
        try {
            Files.createDirectories(kept.toAbsolutePath().getParent());
            Files.writeString(fresh, content.toString());
            Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + kept, failure);
        }
    }
}
