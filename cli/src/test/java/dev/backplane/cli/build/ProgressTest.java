package dev.backplane.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final StringWriter shown = new StringWriter();
    private long seconds;

    private Progress progress(boolean interactive) {
        Terminal terminal = new Terminal(
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(shown),
                InputStream.nullInputStream(),
                Map.of(),
                interactive,
                _ -> false,
                _ -> false);
        return new Progress(terminal, "Building", () -> TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void pipeline_getsALineAtOnce_forEachTickAndAtTheEnd() {
        try (Progress progress = progress(false)) {
            assertThat(shown.toString()).isEqualTo("Building ..." + System.lineSeparator());
            seconds = 70;
            progress.detail("[7/14] pool");
            progress.tick();
            progress.done();
        }

        assertThat(shown.toString().lines())
                .containsExactly("Building ...", "  1:10  [7/14] pool", "Building: done  1:10  [7/14] pool");
    }

    @Test
    void terminal_hasOneLineThatChanges() {
        try (Progress progress = progress(true)) {
            seconds = 5;
            progress.detail("x".repeat(200));
            progress.tick();
            progress.tick();
            progress.detail("");
            progress.done();
        }

        String[] frames = shown.toString().split("\r");
        assertThat(frames).hasSize(4);
        assertThat(frames[1]).contains("⠙ Building  0:05  xxx").hasSizeLessThan(90);
        assertThat(frames[2]).contains("⠹ Building");
        assertThat(frames[3]).contains("✓ Building  0:05");
    }

    @Test
    void reason_isShownOnce() {
        Terminal terminal = new Terminal(
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(shown),
                InputStream.nullInputStream(),
                Map.of(),
                true,
                _ -> false,
                _ -> false);
        try (Progress progress = new Progress(terminal, "Building (version.txt changed)", () -> 0)) {
            progress.done();
        }

        assertThat(shown.toString())
                .startsWith("Building (version.txt changed) ...")
                .endsWith("✓ Building  0:00" + System.lineSeparator());
    }

    @Test
    void stoppedStep_leavesNothing() {
        try (Progress progress = progress(true)) {
            progress.stop();
            progress.tick();
        }

        assertThat(shown.toString()).isEqualTo("\r\u001b[K");
    }
}
