package dev.backplane.local.cognito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyTest {

    @Test
    void keptIn_givesTheSameKeyAtTheNextStart(@TempDir Path folder) {
        SigningKey first = SigningKey.keptIn(folder.resolve("new"));
        SigningKey second = SigningKey.keptIn(folder.resolve("new"));
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.jwk()).isEqualTo(first.jwk());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX permissions there")
    void keptIn_letsOnlyTheOwnerRead(@TempDir Path folder) throws IOException {
        SigningKey.keptIn(folder);
        try (var files = Files.list(folder)) {
            Path only = files.reduce((a, b) -> folder).orElseThrow();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void keptIn_whenFileIsDamaged_namesIt(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("issuer-key.pem"), "not a key");
        assertThatThrownBy(() -> SigningKey.keptIn(folder)).hasMessageContaining("issuer-key.pem");
    }

    @Test
    void inMemory_isTheKeyOfTheProcess_andOfNoOther() {
        assertThat(SigningKey.inMemory()).isEqualTo(SigningKey.inMemory());
        assertThat(SigningKey.inMemory().id()).isNotEqualTo(SigningKey.create().id());
    }
}
