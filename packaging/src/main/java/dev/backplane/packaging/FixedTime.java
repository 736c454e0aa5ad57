package dev.backplane.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * The modification time of every file in a package. The JVM only accepts an AOT cache if its jars have the times that
 * they had in training, wherever the zip is extracted.
 */
final class FixedTime {

    static final FileTime TIME = FileTime.from(Instant.parse("1980-01-01T00:00:00Z"));

    private FixedTime() {}

    /** Sets the time of all files in a folder. */
    static void setOn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, TIME);
            }
        }
    }
}
