package dev.backplane.local.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/** Permissions of files that only their owner may access, on file systems with POSIX permissions. */
public final class OwnerOnly {

    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private OwnerOnly() {}

    /** Restricts a file or folder to its owner. */
    public static void restrict(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix") && !Files.isSymbolicLink(path)) {
            Files.setPosixFilePermissions(path, Files.isDirectory(path) ? FOLDER : FILE);
        }
    }

    /** Restricts a folder and its content to their owner. */
    public static void restrictAll(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.toList()) {
                restrict(file);
            }
        }
    }
}
