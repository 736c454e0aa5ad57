package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.output.Json;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The command cost, with the page of this project. */
class CostTest {

    private final Run.Setup setup =
            Run.Setup.at(URI.create("http://127.0.0.1:1")).with("BACKPLANE_ROOT", "..");

    @Test
    void cost_showsTheDateIdleStageAndOperations() {
        assertThat(setup.run("cost").out())
                .containsPattern("priceList +20\\d\\d-\\d\\d-\\d\\d")
                .containsPattern("\\d+\\.\\d\\d +\\d+\\.\\d\\d +alarms: \\d+ metrics in \\d+ alarms")
                .containsPattern("CreateAlias, new +\\d+\\.\\d\\d\\n")
                .contains("sum");
    }

    @Test
    void cost_ofAMillionRequestsAMonth_isThePriceOfAMillion() {
        JsonNode requests = Json.read(setup.run("cost", "--requests-per-month", "1000000", "-o", "json")
                        .out())
                .orElseThrow()
                .path("requests");

        assertThat(requests).hasSizeGreaterThan(10);
        requests.forEach(line -> assertThat(line.path("dollarsPerMonth")).isEqualTo(line.path("dollarsPerMillion")));
    }

    @Test
    void cost_withoutANumber_isWrongUsage() {
        assertThat(setup.run("cost", "--requests-per-month", "many").exit()).isEqualTo(2);
    }

    @Test
    void cost_withoutThePage_isRefused() {
        assertThat(setup.with("BACKPLANE_ROOT", "/nowhere").run("cost").exit()).isEqualTo(1);
    }
}
