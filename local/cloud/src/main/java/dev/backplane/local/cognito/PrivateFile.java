package dev.backplane.local.cognito;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes a file that only its owner can read, whole or not at all. */
final class PrivateFile {
    private PrivateFile() {}

    static void write(Path folder, String name, String text) throws IOException {
        Path draft = Files.createTempFile(folder, ".key", null, ownerOnly(folder));
        try {
            Files.writeString(draft, text);
            Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** The permissions are given at creation: set afterwards, they would leave a moment in which others can open it. */
    private static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
        boolean posix = Files.getFileStore(folder).supportsFileAttributeView("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
