package dev.backplane.local;

import dev.backplane.local.cognito.SigningKey;
import dev.backplane.local.files.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The data folder, used by one local cloud at a time and readable by its owner only. */
final class DataFolder implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final String TABLES = "dynamodb";
    private static final String QUEUES = "queues";
    private static final String STREAMS = "streams";
    private static final String EXPIRIES = "expiries";
    private static final String LAYERS = "layers.json";
    private static final String FUNCTIONS = "functions.json";
    private static final String EXECUTIONS = "executions.jsonl";
    private static final String STACKS = "stacks";
    private static final Set<String> OWN =
            Set.of(LOCK, TABLES, QUEUES, STREAMS, EXPIRIES, LAYERS, FUNCTIONS, EXECUTIONS, STACKS, SigningKey.FILE);

    private final Path folder;
    private final FileChannel lock;

    private DataFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** @throws IllegalStateException if another local cloud uses the folder */
    static DataFolder open(Path folder) {
        try {
            Files.createDirectories(folder);
            protect(folder);
            FileChannel lock =
                    FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(lock) == null) {
                lock.close();
                throw new IllegalStateException("another local cloud uses the data folder " + folder);
            }
            return new DataFolder(folder, lock);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot use the data folder " + folder, failure);
        }
    }

    /** Restricts access to the folder, or to our own files if it contains others. */
    private static void protect(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            Map<Boolean, List<Path>> byOrigin = entries.collect(Collectors.partitioningBy(
                    entry -> OWN.contains(entry.getFileName().toString())));
            if (byOrigin.getOrDefault(false, List.of()).isEmpty()) {
                OwnerOnly.restrict(folder);
            }
            for (Path own : byOrigin.getOrDefault(true, List.of())) {
                OwnerOnly.restrictAll(own);
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisJvm) {
            return null;
        }
    }

    Path tables() {
        return folder.resolve(TABLES);
    }

    Path queues() {
        return folder.resolve(QUEUES);
    }

    Path streamPositions() {
        return folder.resolve(STREAMS);
    }

    Path expiries() {
        return folder.resolve(EXPIRIES);
    }

    Path layers() {
        return folder.resolve(LAYERS);
    }

    Path functions() {
        return folder.resolve(FUNCTIONS);
    }

    Path executions() {
        return folder.resolve(EXECUTIONS);
    }

    Path stacks() {
        return folder.resolve(STACKS);
    }

    @Override
    public void close() {
        try {
            protect(folder); // again, because engines create files with default permissions
            lock.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot release the data folder " + folder, failure);
        }
    }
}
