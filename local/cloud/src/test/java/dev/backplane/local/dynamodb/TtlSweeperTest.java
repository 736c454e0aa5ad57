package dev.backplane.local.dynamodb;

import static dev.backplane.local.dynamodb.ExpiringTable.EXPIRED;
import static dev.backplane.local.dynamodb.ExpiringTable.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests sweeps on a real engine. */
final class TtlSweeperTest {

    @TempDir
    private Path folder;

    private ExpiringTable table;
    private int removals;

    @BeforeEach
    void start() {
        table = new ExpiringTable(folder);
    }

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void sweep_removesWhatIsExpiredAndNothingElse() {
        table.put("expired", EXPIRED);
        table.put("fraction", EXPIRED + ".5");
        table.put("this second", NOW.getEpochSecond());
        table.put("later", NOW.getEpochSecond() + 3600);
        table.put("very old", NOW.minus(6 * 365, ChronoUnit.DAYS).getEpochSecond());
        table.put("old", NOW.minus(4 * 365, ChronoUnit.DAYS).getEpochSecond());
        table.putItem("{'pk': {'S': 'never'}, 'sk': {'S': 's'}}");
        table.putItem("{'pk': {'S': 'text'}, 'sk': {'S': 's'}, 'exDt': {'S': '1'}}");

        Optional<Instant> next = sweeper(true).sweep();

        assertThat(table.keys()).containsExactlyInAnyOrder("this second", "later", "very old", "never", "text");
        assertThat(next).contains(NOW);
        assertThat(removals).isEqualTo(1);
    }

    @Test
    void sweep_removesItemsThatLackTheKeysOfAnIndex() {
        table.put("sparse", EXPIRED);
        table.putItem(
                "{'pk': {'S': 'indexed'}, 'sk': {'S': 's'}, 'rgn': {'S': 'x'}, 'exDt': {'N': '" + EXPIRED + "'}}");

        sweeper(true).sweep();

        assertThat(table.keys()).isEmpty();
        assertThat(table.removals()).containsExactlyInAnyOrder("sparse: ttl", "indexed: ttl");
    }

    @Test
    void sweep_ofMany_notesEach() {
        for (int i = 0; i < 60; i++) {
            table.put("item " + i, EXPIRED);
        }

        sweeper(true).sweep();

        assertThat(table.keys()).isEmpty();
        assertThat(table.removals())
                .hasSize(60)
                .allSatisfy(removal -> assertThat(removal).endsWith(": ttl"));
        assertThat(removals).isEqualTo(3);
    }

    @Test
    void sweep_ofATableWithoutAStream_removesWithoutNotes() {
        table.put("expired", EXPIRED);

        sweeper(false).sweep();

        assertThat(table.keys()).isEmpty();
    }

    private TtlSweeper sweeper(boolean withStream) {
        return new TtlSweeper(
                "test",
                table.sweeper(),
                Optional.of(table.recorded()).filter(recorded -> withStream),
                new TtlSweeper.Context(() -> NOW, time -> {}, time -> {}, () -> removals++, failure -> {
                    throw new AssertionError(failure);
                }));
    }
}
