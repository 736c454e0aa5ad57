package dev.backplane.bench.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("large")
@EnabledOnOs(value = OS.LINUX, disabledReason = "functions run on Linux, and memory is read from /proc")
class ColdStartTest {

    @Test
    void smokeRun_startsEveryKindOfFunctionAndGetsTheRightAnswers() {
        Report report = new Report(_ -> {});

        new ColdStart().run(Options.smokeTest(), report);

        List<String> rows = report.text().lines().toList();
        String figures = "( +\\| +[0-9][0-9,.]*){2}.*";
        assertThat(rows)
                .anyMatch(row -> row.matches("\\| runtime client alone" + figures))
                .anyMatch(row -> row.matches("\\| naive Java" + figures))
                .anyMatch(row -> row.matches("\\| Backplane, managed" + figures))
                .anyMatch(row -> row.matches("\\| ResolveAlias +\\| restored, rehearsed" + figures))
                .anyMatch(row -> row.matches("\\| ResolveAlias +\\| restored, not rehearsed" + figures))
                .anyMatch(row -> row.matches("\\| Python, boto3" + figures) || row.startsWith("Python is left out"));
        assertThat(rows).filteredOn(row -> row.startsWith("- ResolveAlias")).hasSizeGreaterThanOrEqualTo(4);
    }
}
