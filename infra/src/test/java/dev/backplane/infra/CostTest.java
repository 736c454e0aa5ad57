package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CostTest {

    private static final Path PAGE = TestApp.ROOT.resolve("docs/cost.md");
    private static final double IDLE_TARGET = 9.00;

    private final CostTables tables = new CostTables(TestApp.dev());

    @Test
    void idleStage_costsAtMostNineDollarsAMonth() {
        assertThat(CostTables.sum(tables.idle())).isPositive().isLessThanOrEqualTo(IDLE_TARGET);
    }

    /** {@code -Dcost.write=true} rewrites the page, for review. */
    @Test
    void page_saysWhatTheTemplatesAndTheCapacityComeTo() throws IOException {
        String page = page();
        if (Boolean.getBoolean("cost.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE)
                .as("To update docs/cost.md, run this test with -Dcost.write=true")
                .hasContent(page);
    }

    private String page() {
        return """
                # Cost

                What a stage costs, in dollars. The tables are computed from the synthesized templates of the stage `dev` and from
                [capacity](capacity.md). `CostTest` in `infra` compares them with this page, and fails if an idle stage costs more than
                9 dollars per month. To update the page, run
                `mvn -pl infra -am test -Dtest=CostTest -Dsurefire.failIfNoSpecifiedTests=false -Dcost.write=true`.

                Prices are AWS's list prices for us-east-1, without tax, discounts and data transfer to the internet, as of %s.
                Check them against AWS's pages before you rely on exact amounts:
                %s.

                ## An idle stage

                %s
                - The free tier applies to the account, not to the stage: 10 alarm metrics, 3 dashboards of up to 50 metrics, 5 GB of
                  logs, a million requests each to SQS and Lambda. A second stage in the account pays the list price.
                - SnapStart is free for Java.
                - Tables are on demand: you pay for what is read, written and stored (0.25 dollars per GB and month, and 0.20 for
                  backups).
                - Queues and tables are encrypted with keys that SQS and DynamoDB own, which are free.
                - AWS has listed 6 dollars per month for each machine client of Cognito since 2024; newer pages list token requests
                  only. A stage with its own issuer has no such clients. The public client, with which people sign in, is not one of
                  them.
                - AWS bills people who sign in or refresh a token in a month (monthly active users of the Essentials plan): the first
                  10,000 of an account are free, and each additional one costs 0.015 dollars (usage type `CognitoEssentialsMAU`;
                  confirmed in copies of AWS's price list in November 2026, not on AWS's own page). Each sign-in and refresh runs a
                  function for a few milliseconds.
                - The bucket of the user data service is empty while there are no blobs above 256 KiB. A gigabyte of them costs 0.023
                  dollars per month, and an upload 0.000005 ([S3](https://aws.amazon.com/s3/pricing/)).
                - The bucket of the layers service is empty while nothing is published. An upload of 50 MB costs 0.0003 dollars
                  in the 7 days for which it is kept, and 0.0013 for each other region that it is sent to
                  ([S3](https://aws.amazon.com/s3/pricing/)).
                - `edge` adds nothing to an idle stage: a distribution has no monthly price, and the site's files are less than a
                  megabyte. Requests through it cost CloudFront's price in addition. A web ACL has a monthly price.
                - Forwarding events to tenants (`tenants.forward`) adds three alarms and the long polls of a queue, 0.56 dollars a
                  month. A million forwarded events cost up to 4 million requests to SQS (put, receive, send, delete: 1.60 dollars), a
                  million read units (0.13) and the duration of the function.
                - A metric that functions publish costs 0.30 dollars per month if it has a value in every hour, and nothing in hours
                  without one. There are `faults` of six services, `throttles` of five, `poolLow`, `findings` and `drifts`, so at
                  most %s ([why](adr/0020-metrics-and-alarms-per-service.md)).

                ## Requests

                %s
                Units are those of capacity.md, including what AWS charges beyond the local engine. Functions are warm. Their duration
                is assumed, not measured on AWS: 5 ms, plus 6 ms per round trip. Logs are the function's line, about 700 bytes of
                Lambda's own lines, and a line of the access log; storing them costs another 0.03 dollars per GB and month.

                %s""".formatted(
                        Prices.DATE,
                        Prices.PAGES,
                        tables.idleTable(),
                        tables.customMetrics(),
                        tables.requestsTable(),
                        tables.furtherTable());
    }
}
