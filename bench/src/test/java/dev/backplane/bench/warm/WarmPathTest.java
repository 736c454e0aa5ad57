package dev.backplane.bench.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("large")
class WarmPathTest {

    /** The end of one cell of a table, and the next one, which holds a figure. */
    private static final String MEASURED = " +\\| +[0-9.,]+ (µs|kB)(?: \\|$)?";

    @Test
    void smokeRun_measuresEveryHotOperationWithItsCallsAndEveryCodec() {
        Report report = new Report(_ -> {});

        new WarmPath().run(Options.smokeTest(), report);

        assertThat(report.text().lines())
                .anyMatch(line -> line.matches("\\| ResolveAlias, `no-cache` +\\| +2.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| ResolveAlias, cached +\\| +0.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| GetQueue, ready +\\| +1.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| CreateLease +\\| +1.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| EndLease +\\| +2.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| PutJson, overwriting +\\| +3.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| GetJson +\\| +1.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| GetLatestLayer +\\| +1.00 \\|.*"))
                .anyMatch(line -> line.matches("\\| JSON of 0.3 kB, parsed and written" + MEASURED.repeat(4)))
                .anyMatch(line -> line.matches("\\| key of a lease, parsed and written" + MEASURED + ".*"));
    }
}
