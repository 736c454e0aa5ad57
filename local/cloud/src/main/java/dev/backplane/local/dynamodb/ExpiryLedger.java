package dev.backplane.local.dynamodb;

import dev.backplane.local.files.JsonFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Records which deletions are TTL expiries, because the engine's stream records do not show it.
 *
 * <p>Between the deletion of an item and the entry for its record, nothing else is written and no stream is read. So
 * the record is identified before any reader sees it.
 */
public final class ExpiryLedger {

    private final Optional<Path> folder;
    private final Map<String, ExpiredRecords> notes = new ConcurrentHashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);

    private ExpiryLedger(Optional<Path> folder) {
        this.folder = folder;
    }

    /**
     * Returns a ledger that includes the entries of earlier runs.
     *
     * @param folder where entries are stored; in memory when empty
     */
    public static ExpiryLedger in(Optional<Path> folder) {
        return new ExpiryLedger(folder);
    }

    /** Something that may fail. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {

        T run() throws E;
    }

    /** Runs work that must not overlap with expiry. */
    public <T, E extends Exception> T whileNothingExpires(Work<T, E> work) throws E {
        lock.readLock().lock();
        try {
            return work.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Deletes items while nothing else reads or writes. */
    public void expire(Runnable work) {
        lock.writeLock().lock();
        try {
            work.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Returns the entries of one stream. */
    public ExpiredRecords of(String streamArn) {
        return notes.computeIfAbsent(streamArn, this::open);
    }

    private ExpiredRecords open(String streamArn) {
        String table = Tables.nameIn(streamArn);
        return new ExpiredRecords(
                folder.map(path -> JsonFile.at(path.resolve(table + ".json"))).orElseGet(JsonFile::none));
    }
}
