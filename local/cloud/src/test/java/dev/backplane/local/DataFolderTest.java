package dev.backplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class DataFolderTest {

    @TempDir
    private Path folder;

    @Test
    void open_makesAFolderForItsOwnerOnly() throws IOException {
        Path fresh = folder.resolve("data");
        try (DataFolder data = DataFolder.open(fresh)) {
            assertThat(data.tables()).isEqualTo(fresh.resolve("dynamodb"));
            assertThat(permissions(fresh)).isEqualTo("rwx------");
        }
    }

    @Test
    void open_takesAnOlderFolderAwayFromOthers() throws IOException {
        Path tables = Files.createDirectories(folder.resolve("dynamodb"));
        Path file = Files.writeString(tables.resolve("shared-local-instance.db"), "");
        open(folder);
        open(tables);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        DataFolder.open(folder).close();

        assertThat(permissions(folder)).isEqualTo("rwx------");
        assertThat(permissions(tables)).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    @Test
    void open_whenTheFolderHoldsSomethingElse_leavesThatAlone() throws IOException {
        Path other = Files.writeString(folder.resolve("notes.txt"), "");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-r--r--"));
        open(folder);

        DataFolder.open(folder).close();

        assertThat(permissions(folder)).isEqualTo("rwxr-xr-x");
        assertThat(permissions(other)).isEqualTo("rw-r--r--");
        assertThat(permissions(folder.resolve("lock"))).isEqualTo("rw-------");
    }

    private static void open(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
