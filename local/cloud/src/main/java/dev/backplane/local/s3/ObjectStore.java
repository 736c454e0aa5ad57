package dev.backplane.local.s3;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.files.JsonFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The buckets of the templates and their objects.
 *
 * <p>An object is a file with its content and a file with its description. Replacing the description replaces the object
 * in one step.
 */
public final class ObjectStore implements AutoCloseable {

    private static final String DESCRIPTION = ".json";
    private static final String CONTENT = ".content";

    private final Path folder;
    private final boolean temporary;
    private final Map<String, Bucket> buckets;
    private final Clock clock;

    private ObjectStore(Path folder, boolean temporary, Map<String, Bucket> buckets, Clock clock) {
        this.folder = folder;
        this.temporary = temporary;
        this.buckets = buckets;
        this.clock = clock;
    }

    /**
     * Opens the buckets of the templates.
     *
     * @param data the folder with the objects; a temporary one when empty
     */
    public static ObjectStore of(CloudTemplates templates, Optional<Path> data, Clock clock) {
        Map<String, Bucket> buckets = templates.ofType(Bucket.TYPE).stream()
                .map(Bucket::of)
                .collect(Collectors.toMap(Bucket::name, Function.identity()));
        try {
            Path folder = data.isPresent() ? data.get() : Files.createTempDirectory("backplane-s3-");
            ObjectStore store = new ObjectStore(folder, data.isEmpty(), buckets, clock);
            for (String bucket : buckets.keySet()) {
                Files.createDirectories(folder.resolve(bucket));
                store.removeUnreferenced(folder.resolve(bucket));
            }
            return store;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot open the buckets", failure);
        }
    }

    /** Removes content that a stopped process left behind. */
    private void removeUnreferenced(Path bucket) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(bucket)) {
            files = entries.toList();
        }
        Set<String> referenced = new HashSet<>();
        for (Path file : files) {
            if (file.toString().endsWith(DESCRIPTION)) {
                referenced.add(StoredObject.of(JsonFile.at(file).read()).file());
            }
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(CONTENT) && !referenced.contains(name)) {
                Files.delete(file);
            }
        }
    }

    Set<String> names() {
        return buckets.keySet();
    }

    Optional<Bucket> bucket(String name) {
        return Optional.ofNullable(buckets.get(name));
    }

    /** Receives content for a bucket. */
    Upload receive(String bucket, InputStream in) throws IOException {
        Path file = folder.resolve(bucket).resolve(UUID.randomUUID() + CONTENT);
        try {
            return Upload.receive(in, file);
        } catch (IOException | RuntimeException failure) {
            Files.deleteIfExists(file);
            throw failure;
        }
    }

    /** Discards content that was not stored. */
    void discard(Upload upload) throws IOException {
        Files.deleteIfExists(upload.file());
    }

    /** Stores received content as an object and replaces an earlier one. */
    synchronized StoredObject put(S3Object object, Upload upload, Map<String, String> headers) throws IOException {
        Optional<StoredObject> earlier = described(object);
        StoredObject stored = new StoredObject(
                object.key(),
                upload.file().getFileName().toString(),
                upload.size(),
                upload.md5().hex(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                headers);
        JsonFile.at(description(object)).write(stored.json());
        if (earlier.isPresent()) {
            Files.deleteIfExists(content(object, earlier.get()));
        }
        return stored;
    }

    /** Stores received content as an object, unless there is one with its key. */
    synchronized Optional<StoredObject> putNew(S3Object object, Upload upload, Map<String, String> headers)
            throws IOException {
        return find(object).isPresent() ? Optional.empty() : Optional.of(put(object, upload, headers));
    }

    /** Returns the description of an object. */
    synchronized Optional<StoredObject> find(S3Object object) throws IOException {
        Optional<StoredObject> found = described(object);
        boolean expired = bucket(object.bucket())
                .flatMap(bucket -> found.flatMap(stored -> bucket.expiry(stored.key(), stored.modified())))
                .filter(end -> !end.isAfter(clock.instant()))
                .isPresent();
        if (expired) {
            delete(object);
            return Optional.empty();
        }
        return found;
    }

    /** Opens the content of an object, which stays readable even if the object is replaced. */
    synchronized Optional<Opened> open(S3Object object) throws IOException {
        Optional<StoredObject> found = find(object);
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new Opened(found.get(), Files.newInputStream(content(object, found.get()))));
    }

    /** An object whose content is being read. */
    record Opened(StoredObject object, InputStream content) {}

    /**
     * Returns the content of an object.
     *
     * @return empty if there is no such object
     */
    public Optional<byte[]> read(S3Object object) throws IOException {
        if (!buckets.containsKey(object.bucket())) {
            return Optional.empty();
        }
        Optional<Opened> opened = open(object);
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream content = opened.get().content()) {
            return Optional.of(content.readAllBytes());
        }
    }

    /** Deletes an object, if it exists. */
    synchronized void delete(S3Object object) throws IOException {
        Optional<StoredObject> found = described(object);
        Files.deleteIfExists(description(object));
        if (found.isPresent()) {
            Files.deleteIfExists(content(object, found.get()));
        }
    }

    private Optional<StoredObject> described(S3Object object) {
        Path file = description(object);
        return Files.exists(file)
                ? Optional.of(StoredObject.of(JsonFile.at(file).read()))
                : Optional.empty();
    }

    private Path content(S3Object object, StoredObject stored) {
        return folder.resolve(object.bucket()).resolve(stored.file());
    }

    // Keys may contain slashes and any other characters.
    private Path description(S3Object object) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(object.key().getBytes(StandardCharsets.UTF_8));
            return folder.resolve(object.bucket()).resolve(HexFormat.of().formatHex(hash) + DESCRIPTION);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is required of every Java platform", e);
        }
    }

    /** Deletes the objects, unless they are kept in a data folder. */
    @Override
    public void close() {
        if (!temporary) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException gone) {
            return; // an upload that was still running removed its own file
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot delete " + folder, failure);
        }
    }
}
