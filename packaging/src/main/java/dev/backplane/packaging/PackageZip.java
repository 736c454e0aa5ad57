package dev.backplane.packaging;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;

/** A zip that keeps the executable bits and modification times of its files. */
final class PackageZip {

    private PackageZip() {}

    /** Writes the content of a folder, sorted by name. */
    static void write(Path folder, Path zip) throws IOException {
        Files.deleteIfExists(zip);
        Map<String, Object> options = Map.of("create", true, "enablePosixFileAttributes", true);
        try (FileSystem inside = FileSystems.newFileSystem(zip, options);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                Path entry = inside.getPath("/" + folder.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(entry);
                } else {
                    Files.copy(file, entry);
                }
                if (!file.equals(folder)) {
                    Files.setPosixFilePermissions(
                            entry,
                            PosixFilePermissions.fromString(Files.isExecutable(file) ? "rwxr-xr-x" : "rw-r--r--"));
                    Files.setLastModifiedTime(entry, FixedTime.TIME);
                }
            }
        }
    }
}
