package dev.backplane.local.engines;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteLibraryLoader;

/** The native library of SQLite, which DynamoDB Local extracts to a file at every start and does not delete. */
final class NativeLibrary {

    private static final String FOLDER_PROPERTY = "org.sqlite.tmpdir";
    private static boolean loaded;

    private NativeLibrary() {}

    /** Loads it from a temporary folder and deletes the folder: a loaded library needs no file. */
    static synchronized void load() throws Exception {
        if (loaded) {
            return;
        }
        Path folder = Files.createTempDirectory("backplane-sqlite");
        System.setProperty(FOLDER_PROPERTY, folder.toString());
        try {
            SQLiteLibraryLoader.initialize();
            loaded = true;
        } finally {
            System.clearProperty(FOLDER_PROPERTY);
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException inUse) {
            // Some systems cannot delete the files of loaded libraries.
            folder.toFile().deleteOnExit();
        }
    }
}
