package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.ManagedJava;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A temporary folder for the packages of functions, deleted on close. */
final class WorkFolder implements AutoCloseable {

    private static final int COMPRESSION = 9;

    private final Path folder;

    WorkFolder() {
        try {
            folder = Files.createTempDirectory("backplane-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the root of the project: a system property, or for tests a parent of the current folder. */
    static Path root() {
        String root = System.getProperty("backplane.root");
        Path start =
                Path.of(Optional.ofNullable(root).orElse(".")).toAbsolutePath().normalize();
        return Stream.iterate(start, Objects::nonNull, Path::getParent)
                .filter(path -> Files.isRegularFile(path.resolve("cdk.json")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Not within the project: " + start));
    }

    /** Creates a folder in this one. */
    Path make(String name) {
        try {
            return Files.createDirectories(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Copies a folder and its content. */
    Path copy(Path from, String name) {
        Path to = make(name);
        for (Path path : filesIn(from)) {
            try {
                Path copy = to.resolve(from.relativize(path).toString());
                Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                Files.copy(path, copy);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return to;
    }

    /** Adds the compiled class of a handler to the folder of a function. */
    void addClass(Path function, Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        write(function.resolve(file), "/" + file);
    }

    /** Writes the CRT's native library for this machine into a folder. */
    void writeCrtLibrary(Path lib) {
        String architecture = ManagedJava.architecture().equals("x86_64") ? "x86_64" : "armv8";
        write(lib.resolve("libaws-crt-jni.so"), "/linux/" + architecture + "/glibc/libaws-crt-jni.so");
    }

    /** Copies a resource into a file. */
    private void write(Path target, String resource) {
        try (InputStream in = Objects.requireNonNull(WorkFolder.class.getResourceAsStream(resource), resource)) {
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.deleteIfExists(target);
            Files.copy(in, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the size of a folder as a zip. */
    static long zippedBytes(Path folder) {
        long[] count = {0};
        OutputStream counter = new OutputStream() {
            @Override
            public void write(int value) {
                count[0]++;
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                count[0] += length;
            }
        };
        try (ZipOutputStream zip = new ZipOutputStream(counter)) {
            zip.setLevel(COMPRESSION);
            for (Path path : filesIn(folder)) {
                zip.putNextEntry(new ZipEntry(folder.relativize(path).toString()));
                Files.copy(path, zip);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count[0];
    }

    static List<Path> filesIn(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
