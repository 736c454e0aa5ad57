package dev.backplane.local.cognito;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Atomically writes a file that only its owner can read. */
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

    /** Permissions are set at creation, so that others can never open the file. */
    private static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
        boolean posix = Files.getFileStore(folder).supportsFileAttributeView("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
