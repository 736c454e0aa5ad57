package dev.backplane.bench.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("large")
class PoolClaimsTest {

    @Test
    void smokeRun_measuresEachLoad() {
        Report report = new Report(_ -> {});

        new PoolClaims().run(Options.smokeTest(), report);

        assertThat(report.text()).contains("one caller", "16 callers", "48 callers");
    }
}
