package dev.backplane.bench.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("large")
class ChoicesTest {

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "functions run on Linux, and memory is read from /proc")
    void smokeRun_measuresProbesColdAndWarm() {
        Report report = new Report(_ -> {});

        new Choices().run(Options.smokeTest(), report);

        String figures = "( +\\| +[0-9][0-9,.]*){7} \\|";
        assertThat(report.text().lines())
                .anyMatch(row -> row.matches("\\| CRT, stream, avaje, low-level, managed" + figures))
                .anyMatch(row -> row.matches("\\| URL connection, managed" + figures));
    }

    @Test
    void probe_needsTheJarsOfItsPartsAndThoseOfAll() {
        assertThat(Probe.CHOSEN.needs(Path.of("lib/aws-crt-client-2.jar"))).isTrue();
        assertThat(Probe.CHOSEN.needs(Path.of("lib/sdk-core-2.jar"))).isTrue();
        assertThat(Probe.CHOSEN.needs(Path.of("lib/third-party-jackson-core-2.jar")))
                .isTrue();
        assertThat(Probe.CHOSEN.needs(Path.of("lib/jackson-core-2.jar"))).isFalse();
        assertThat(Probe.CHOSEN.needs(Path.of("lib/url-connection-client-2.jar")))
                .isFalse();
    }
}
