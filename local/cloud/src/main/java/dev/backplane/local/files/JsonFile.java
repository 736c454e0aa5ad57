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

/** An object that survives a restart in a file, or that does not, without one. */
public final class JsonFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> file;

    private JsonFile(Optional<Path> file) {
        this.file = file;
    }

    /** Keeps nothing. */
    public static JsonFile none() {
        return new JsonFile(Optional.empty());
    }

    /** Keeps the object in this file, whose folder is made when missing. */
    public static JsonFile at(Path file) {
        return new JsonFile(Optional.of(file));
    }

    /** Returns what was written last, or an empty object. */
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

    /** Replaces the whole content, so that a killed process leaves the old or the new. */
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
