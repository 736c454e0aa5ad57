package dev.backplane.local.lambda.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointsTest {

    @Test
    void inFile_whenOpenedAgain_knowsHowFarItCame(@TempDir Path folder) {
        Path file = folder.resolve("new/mapping.json");
        Checkpoints before = Checkpoints.inFile(file);
        before.advance("open", "7");
        before.advance("closed", "3");
        before.finish("closed");

        Checkpoints after = Checkpoints.inFile(file);

        assertThat(after.after("open")).contains("7");
        assertThat(after.isDone("open")).isFalse();
        assertThat(after.isDone("closed")).isTrue();
    }

    @Test
    void retain_forgetsOtherShards(@TempDir Path folder) {
        Checkpoints checkpoints = Checkpoints.inFile(folder.resolve("mapping.json"));
        checkpoints.finish("old");
        checkpoints.advance("young", "1");

        checkpoints.retain(Set.of("young"));

        assertThat(checkpoints.isDone("old")).isFalse();
        assertThat(checkpoints.after("young")).contains("1");
    }
}
