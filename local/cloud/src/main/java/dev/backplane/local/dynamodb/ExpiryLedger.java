package dev.backplane.local.dynamodb;

import dev.backplane.local.files.JsonFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Knows which removals were done by the expiry of items, because the engine's stream records do not tell.
 *
 * <p>Between the removal of an item and the note about its record, nothing else is written and no stream is read: so the
 * record is found beyond doubt, and nobody sees it before it is known for what it is.
 */
public final class ExpiryLedger {
    private final Optional<Path> folder;
    private final Map<String, ExpiredRecords> notes = new ConcurrentHashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);

    private ExpiryLedger(Optional<Path> folder) {
        this.folder = folder;
    }

    /**
     * A ledger that knows what it was told in an earlier run.
     *
     * @param folder where notes survive a restart; in memory when empty
     */
    public static ExpiryLedger in(Optional<Path> folder) {
        return new ExpiryLedger(folder);
    }

    /** Something that may fail. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** Does what must not happen while items expire. */
    public <T, E extends Exception> T whileNothingExpires(Work<T, E> work) throws E {
        lock.readLock().lock();
        try {
            return work.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Removes items and notes it, with nobody reading or writing meanwhile. */
    public void expire(Runnable work) {
        lock.writeLock().lock();
        try {
            work.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The notes about the stream with this ARN. */
    public ExpiredRecords of(String streamArn) {
        return notes.computeIfAbsent(streamArn, this::open);
    }

    private ExpiredRecords open(String streamArn) {
        String table = Tables.nameIn(streamArn);
        return new ExpiredRecords(
                folder.map(path -> JsonFile.at(path.resolve(table + ".json"))).orElseGet(JsonFile::none));
    }
}
