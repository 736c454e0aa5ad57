package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.stepfunctions.Execution.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionJournalTest {

    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00.250Z");
    private static final ExecutionEnd DONE = ExecutionEnd.succeeded(NOW.plusSeconds(1), "{\"line\":\"\\n\"}");

    @TempDir
    private Path folder;

    @Test
    void recover_knowsHowExecutionsBeganAndEnded() {
        journal().started(start("a"));
        journal().started(start("b"));
        journal().ended(start("a").arn(), DONE);

        assertThat(journal().recover(10))
                .containsExactly(
                        new ExecutionJournal.Entry(start("a"), Optional.of(DONE)),
                        new ExecutionJournal.Entry(start("b"), Optional.empty()));
        assertThat(journal().recover(10)).hasSize(2);
    }

    @Test
    void recover_keepsTheNewestOnly() {
        journal().started(start("a"));
        journal().started(start("b"));

        assertThat(journal().recover(1))
                .extracting(entry -> entry.start().name())
                .containsExactly("b");
        assertThat(journal().recover(10)).hasSize(1);
    }

    @Test
    void recover_whenTheLastLineIsCutOff_readsTheOthers() throws IOException {
        journal().started(start("a"));
        Files.writeString(folder.resolve("executions"), "{\"arn\": \"arn:aws:sta", StandardOpenOption.APPEND);

        assertThat(journal().recover(10)).hasSize(1);
    }

    @Test
    void recover_withoutAFile_knowsNothing() {
        ExecutionJournal none = new ExecutionJournal(Optional.empty());
        none.started(start("a"));

        assertThat(none.recover(10)).isEmpty();
    }

    private ExecutionJournal journal() {
        return new ExecutionJournal(Optional.of(folder.resolve("executions")));
    }

    private static Start start(String name) {
        return new Start(WorkflowsCloud.arn("machine"), "arn:aws:iam::000000000000:role/r", name, "{}", NOW);
    }
}
