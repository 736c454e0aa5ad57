package dev.backplane.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class LoadTest {

    @Test
    void smokeRun_measuresEveryOperationAndEveryLookup() {
        Report report = new Report(_ -> {});

        new Load().run(Options.smokeTest(), report);

        assertThat(report.text())
                .contains("| resolve ", "| resolve, `no-cache` ", "| getQueue ", "| put a value ", "| get a value ")
                .contains("| claim ", "| end of a lease ")
                .contains("| alias of a host ", "| 25 deployments, anywhere ", "| a tenant and its queues ")
                .contains("| 25 keys of a user, the last ", "| 25 users of an app, anywhere ")
                .contains("| 25 versions of a layer ", "| lease of an id ")
                .contains("growth of units from 500 to 700 items", "of bare calls a second");
    }

    @Test
    void suite_runsWithTheOptionsOfTheCommand() throws IOException {
        String command = Files.readString(Suite.root().resolve("backplane")).replaceAll("\\s*\\\\\\n\\s*", " ");

        assertThat(command).contains(String.join(" ", Suite.JAVA_OPTIONS));
    }
}
