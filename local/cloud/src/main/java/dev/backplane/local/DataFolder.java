package dev.backplane.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The folder in which data survives a restart, held by one local cloud at a time. */
final class DataFolder implements AutoCloseable {
    private final Path folder;
    private final FileChannel lock;

    private DataFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** @throws IllegalStateException when another local cloud holds the folder */
    static DataFolder open(Path folder) {
        try {
            Files.createDirectories(folder);
            FileChannel lock =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(lock) == null) {
                lock.close();
                throw new IllegalStateException("another local cloud uses the data folder " + folder);
            }
            return new DataFolder(folder, lock);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot use the data folder " + folder, failure);
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
        return folder.resolve("dynamodb");
    }

    Path queues() {
        return folder.resolve("queues");
    }

    Path streamPositions() {
        return folder.resolve("streams");
    }

    Path expiries() {
        return folder.resolve("expiries");
    }

    Path layers() {
        return folder.resolve("layers.json");
    }

    Path executions() {
        return folder.resolve("executions.jsonl");
    }

    Path stacks() {
        return folder.resolve("stacks");
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot release the data folder " + folder, failure);
        }
    }
}
