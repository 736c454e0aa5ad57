package dev.backplane.tenants.queues;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.QueryApi;
import dev.backplane.platform.aws.QueryResult;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.log.Invocation;
import dev.backplane.tenants.Queue;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The age of the oldest message of a queue. SQS reports it to CloudWatch only. */
public final class OldestMessage {

    private static final String VERSION = "2010-08-01";
    private static final Duration PERIOD = Duration.ofMinutes(1);

    // SQS reports every minute, and CloudWatch shows it some minutes later.
    private static final Duration WINDOW = Duration.ofMinutes(15);

    private final QueryApi api;
    private final Clock clock;

    public OldestMessage(Platform platform) {
        this.api = new QueryApi(new SignedHttp(platform.aws(), "monitoring", platform.clock()), VERSION);
        this.clock = platform.clock();
    }

    /** Returns the latest measured age in seconds; empty if CloudWatch has none, or cannot respond now. */
    public Optional<Long> ageSeconds(Queue queue) {
        Instant now = Times.now(clock);
        try {
            return latest(api.call(
                    "GetMetricStatistics",
                    Map.of(
                            "Namespace",
                            "AWS/SQS",
                            "MetricName",
                            "ApproximateAgeOfOldestMessage",
                            "Dimensions.member.1.Name",
                            "QueueName",
                            "Dimensions.member.1.Value",
                            queue.name(),
                            "StartTime",
                            Times.format(now.minus(WINDOW)),
                            "EndTime",
                            Times.format(now),
                            "Period",
                            Long.toString(PERIOD.toSeconds()),
                            "Statistics.member.1",
                            "Maximum")));
        } catch (Unavailable e) {
            Invocation.recordFailure(e);
            return Optional.empty();
        }
    }

    /** Returns the last of the measurements, which have no order. */
    private static Optional<Long> latest(QueryResult result) {
        List<String> times = result.all("Timestamp");
        List<String> values = result.all("Maximum");
        return IntStream.range(0, Math.min(times.size(), values.size()))
                .boxed()
                .max(Comparator.comparing(index -> Instant.parse(times.get(index))))
                .map(index -> new BigDecimal(values.get(index)).longValue());
    }
}
