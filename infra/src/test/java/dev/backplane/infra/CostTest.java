package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CostTest {

    private static final Path PAGE = TestApp.ROOT.resolve("docs/cost.md");
    private static final double IDLE_TARGET = 8.00;

    private final CostTables tables = new CostTables(TestApp.dev());

    @Test
    void idleStage_costsAtMostEightDollarsAMonth() {
        assertThat(CostTables.sum(tables.idle())).isPositive().isLessThanOrEqualTo(IDLE_TARGET);
    }

    /** {@code -Dcost.write=true} writes the page anew; what has changed then is for a person to judge. */
    @Test
    void page_saysWhatTheTemplatesAndTheCapacityComeTo() throws IOException {
        String page = page();
        if (Boolean.getBoolean("cost.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).hasContent(page);
    }

    private String page() {
        return """
                # Cost

                What a stage costs in dollars. The tables are computed from the synthesized templates of the stage `dev` and from
                [capacity](capacity.md): `CostTest` of `infra` compares them, and fails when an idle stage costs more than 8 dollars a month. The
                command `mvn -pl infra -am test -Dtest=CostTest -Dsurefire.failIfNoSpecifiedTests=false -Dcost.write=true` writes them anew.

                Prices are AWS's list prices for us-east-1, without tax, discounts and data transfer to the internet. The list, `Prices` in the tests of
                `infra`, is of %s; compare it with AWS's pages before you rely on a cent: %s.

                ## An idle stage

                %s
                The free tier is the account's, not the stage's: 10 alarm metrics, 3 dashboards of up to 50 metrics, 5 GB of logs, a million requests of
                SQS and of Lambda. The second stage of an account pays the list price. SnapStart costs nothing for Java. Tables are on demand and cost
                what is read, written and stored: 0.25 dollars a GB and month, and 0.20 for their backups. Queues are encrypted with keys of SQS, tables
                with a key of DynamoDB; neither is billed.

                AWS has listed 6 dollars a month for each machine client of Cognito since 2024; newer pages name token requests only. A stage with an
                issuer of its own has none of them.

                A metric that functions publish costs 0.30 dollars a month if something is counted in every hour, and nothing in hours without: `faults`
                and `throttles` of five services, `poolLow`, `findings` and `drifts`, so %s at the most ([why](adr/0020-metrics-and-alarms-per-service.md)).

                ## Requests

                %s
                Units are those of capacity.md, with what AWS charges beyond the local engine. Functions are warm, and their time is assumed, not measured
                on AWS: 5 ms and 6 ms more for each round trip. Logs are the function's line, about 700 bytes of Lambda's own lines, and a line of the
                access log; storing them costs 0.03 dollars more a GB and month.

                %s""".formatted(
                        Prices.DATE,
                        Prices.PAGES,
                        tables.idleTable(),
                        tables.customMetrics(),
                        tables.requestsTable(),
                        tables.furtherTable());
    }
}
