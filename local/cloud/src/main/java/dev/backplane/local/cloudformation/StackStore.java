package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.files.JsonFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Stores stacks in one file each, or in memory only. */
final class StackStore {

    private static final String SUFFIX = ".json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> folder;
    private volatile boolean closed;

    StackStore(Optional<Path> folder) {
        this.folder = folder;
    }

    /** Returns the stored stacks, oldest first. */
    List<StackState> read() {
        if (folder.isEmpty() || !Files.isDirectory(folder.get())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.get())) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .map(file -> stack(JsonFile.at(file).read()))
                    .sorted(Comparator.comparingLong(stack -> stack.life().createdAt()))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the stacks in " + folder.get(), failure);
        }
    }

    /** @throws StoppedException if the local cloud is stopping, so that the operation resumes after the restart */
    void keep(StackState stack) {
        if (closed) {
            throw new StoppedException();
        }
        file(stack).ifPresent(file -> JsonFile.at(file).write(JSON.<ObjectNode>valueToTree(stack)));
    }

    void forget(StackState stack) {
        try {
            if (file(stack).isPresent()) {
                Files.deleteIfExists(file(stack).get());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot delete the file of " + stack.id(), failure);
        }
    }

    /** Rejects all further changes. */
    void close() {
        closed = true;
    }

    private Optional<Path> file(StackState stack) {
        return folder.map(path -> path.resolve(stack.id().substring(stack.id().lastIndexOf('/') + 1) + SUFFIX));
    }

    private static StackState stack(ObjectNode json) {
        try {
            return JSON.treeToValue(json, StackState.class);
        } catch (JsonProcessingException failure) {
            throw new UncheckedIOException("cannot read a stack", failure);
        }
    }
}
