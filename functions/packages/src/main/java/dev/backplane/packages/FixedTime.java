package dev.backplane.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/**
 * The time that every file of a package bears: equal sources give equal bytes, and an AOT cache, which remembers the
 * times of its jars, finds them again after the zip was unpacked elsewhere.
 */
final class FixedTime {

    static final Instant INSTANT = Instant.parse("1980-01-01T00:00:00Z");

    /** The same as zips write it, who know no time zones. */
    static final LocalDateTime IN_ZIPS = LocalDateTime.ofInstant(INSTANT, ZoneOffset.UTC);

    private FixedTime() {}

    /** Gives it to all files in a folder. */
    static void setOn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(INSTANT));
            }
        }
    }
}
