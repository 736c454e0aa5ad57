package dev.backplane.infra;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.log.Metrics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cost of a stage, computed from the synthesized templates and {@code docs/capacity.md}. */
final class CostTables {

    /** A line of the idle table: item, count, and dollars per month by list price and after the free tier. */
    record Idle(String what, String count, double list, double afterFreeTier) {}

    private static final double MILLION = 1e6;
    private static final double GIGABYTE = 1e9;
    private static final double MINUTES_A_MONTH = 730 * 60;

    // Estimates: a warm function's own work, and a call to another service in the region.
    private static final double OWN_MILLISECONDS = 5;
    private static final double MILLISECONDS_A_ROUND_TRIP = 6;

    // Lambda's own lines per invocation, platform.start and platform.report, in JSON.
    private static final int PLATFORM_LOG_BYTES = 700;
    private static final int EVENT_BYTES = 600;

    // Lambda polls an idle queue with five connections and long polls of 20 seconds.
    private static final int POLLS_A_MINUTE = 5 * 3;

    private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");

    private final TestApp app;

    CostTables(TestApp app) {
        this.app = app;
    }

    private List<JsonNode> all(String type) {
        return app.stackNames().stream()
                .map(name -> name.substring("Backplane-dev-".length()))
                .flatMap(stack -> app.properties(stack, type).stream())
                .toList();
    }

    /** Returns the functions of the suite, without the CDK's, which run only during deployments and have no fixed name. */
    private List<JsonNode> functions() {
        return all("AWS::Lambda::Function").stream()
                .filter(function -> function.has("FunctionName"))
                .toList();
    }

    /** Returns the lines of the idle table, without machine clients. */
    List<Idle> idle() {
        List<Idle> lines = new ArrayList<>();
        long alarmMetrics = all("AWS::CloudWatch::Alarm").stream()
                .mapToLong(AlarmsTest::metrics)
                .sum();
        lines.add(new Idle(
                "alarms",
                alarmMetrics + " metrics in " + all("AWS::CloudWatch::Alarm").size() + " alarms",
                alarmMetrics * Prices.ALARM_METRIC,
                Math.max(0, alarmMetrics - 10) * Prices.ALARM_METRIC));
        lines.add(dashboards());
        lines.add(new Idle("custom metrics", "0: none is published while nothing fails", 0, 0));
        lines.add(polls());
        lines.addAll(schedules());
        int keys = all("AWS::KMS::Key").size();
        lines.add(new Idle("KMS keys", Integer.toString(keys), keys * Prices.KMS_KEY, keys * Prices.KMS_KEY));
        lines.add(new Idle(
                "tables and their backups, snapshots of functions, streams, rules, workflows",
                all("AWS::DynamoDB::Table").size() + " tables, " + functions().size() + " functions",
                0,
                0));
        return lines;
    }

    private Idle dashboards() {
        List<JsonNode> dashboards = all("AWS::CloudWatch::Dashboard");
        String counts = dashboards.stream()
                .map(dashboard -> "1 of " + AlarmsTest.dashboardMetrics(dashboard) + " metrics")
                .collect(Collectors.joining(", "));
        long billed = dashboards.stream()
                .filter(dashboard -> AlarmsTest.dashboardMetrics(dashboard) > 50)
                .count();
        return new Idle("dashboard", counts, dashboards.size() * Prices.DASHBOARD, billed * Prices.DASHBOARD);
    }

    private Idle polls() {
        long mappings = all("AWS::Lambda::EventSourceMapping").stream()
                .filter(mapping -> !mapping.has("StartingPosition"))
                .count();
        double polls = mappings * POLLS_A_MINUTE * MINUTES_A_MONTH;
        return new Idle(
                "long polls of queues",
                mappings + " queues, " + millions(polls),
                polls / MILLION * Prices.MILLION_QUEUE_REQUESTS,
                Math.max(0, polls - MILLION) / MILLION * Prices.MILLION_QUEUE_REQUESTS);
    }

    /** Scheduled invocations: those of the two sweepers, and rarer ones. */
    private List<Idle> schedules() {
        double sweeps = 0;
        double expirations = 0;
        double others = 0;
        for (JsonNode rule : all("AWS::Events::Rule")) {
            if (rule.has("ScheduleExpression")) {
                double runs = runsAMonth(rule.get("ScheduleExpression").asText())
                        * rule.get("Targets").size();
                if (rule.get("Name").asText().endsWith("-LeaseSweeper")) {
                    sweeps += runs;
                } else if (rule.get("Name").asText().endsWith("-ValueExpirer")) {
                    expirations += runs;
                } else {
                    others += runs;
                }
            }
        }
        Capacity sweep = Capacity.of("LeaseSweeper", "25 leases, none due, the next end is known");
        int leases = 25;
        double logs = sweeps * logBytes("LeaseSweeper") / GIGABYTE * Prices.LOG_GIGABYTE;
        double reads = sweeps * (sweep.reads() - leases) / MILLION * Prices.MILLION_READ_UNITS;
        double calls = lambda(function("LeaseSweeper"), sweep.roundTrips()) * sweeps / MILLION;
        List<Idle> lines = new ArrayList<>();
        lines.add(new Idle("sweeper: invocations", millions(sweeps), calls, 0));
        lines.add(
                new Idle("sweeper: reads of an empty pool", millions(sweeps * (sweep.reads() - leases)), reads, reads));
        lines.add(new Idle("sweeper: logs", megabytes(sweeps * logBytes("LeaseSweeper")), logs, 0));
        lines.add(expirations(expirations));
        if (others > 0) {
            double dollars = others / MILLION * (Prices.MILLION_INVOCATIONS + Prices.MILLION_TRACES)
                    + others * PLATFORM_LOG_BYTES / GIGABYTE * Prices.LOG_GIGABYTE;
            lines.add(new Idle("other scheduled calls", String.format(Locale.ROOT, "%.0f", others), dollars, 0));
        }
        return lines;
    }

    private Idle expirations(double runs) {
        Capacity nothing = Capacity.of("ValueExpirer", "nothing expired");
        double calls = lambda(function("ValueExpirer"), nothing.roundTrips()) * runs / MILLION;
        double reads = runs * nothing.reads() / MILLION * Prices.MILLION_READ_UNITS;
        double logs = runs * logBytes("ValueExpirer") / GIGABYTE * Prices.LOG_GIGABYTE;
        return new Idle("sweeper of expired values", millions(runs), calls + reads + logs, reads);
    }

    private static double runsAMonth(String expression) {
        Matcher rate = RATE.matcher(expression);
        if (rate.matches()) {
            double minutes = switch (rate.group(2)) {
                case "minute" -> 1;
                case "hour" -> 60;
                default -> 24 * 60;
            };
            return MINUTES_A_MONTH / (minutes * Integer.parseInt(rate.group(1)));
        }
        // A cron expression with minute and hour runs at most once a day.
        return MINUTES_A_MONTH / (24 * 60);
    }

    String idleTable() {
        List<Idle> lines = idle();
        String rows = lines.stream()
                .map(line -> row(line.what(), line.count(), dollars(line.list()), dollars(line.afterFreeTier())))
                .collect(Collectors.joining());
        long clients = all("AWS::Cognito::UserPoolClient").stream()
                .filter(client -> client.path("GenerateSecret").asBoolean())
                .count();
        return row("idle, per month", "count", "list price", "after the free tier")
                + "|---|---|---|---|\n"
                + rows
                + row(
                        "**sum**",
                        "",
                        "**" + dollars(sum(lines)) + "**",
                        dollars(lines.stream().mapToDouble(Idle::afterFreeTier).sum()))
                + row(
                        "machine clients of Cognito, if billed",
                        clients + " at " + dollars(Prices.MACHINE_CLIENT) + " each",
                        "0 to " + dollars(clients * Prices.MACHINE_CLIENT),
                        "0 to " + dollars(clients * Prices.MACHINE_CLIENT))
                + row(
                        "with `alarms: none`",
                        "",
                        dollars(sum(lines) - lines.getFirst().list()),
                        dollars(lines.stream()
                                .skip(1)
                                .mapToDouble(Idle::afterFreeTier)
                                .sum()))
                + row("each tenant", "2 alarms", dollars(2 * Prices.ALARM_METRIC), dollars(2 * Prices.ALARM_METRIC));
    }

    static double sum(List<Idle> lines) {
        return lines.stream().mapToDouble(Idle::list).sum();
    }

    /** Returns the cost of the suite's own metrics if each is published every hour. */
    String customMetrics() {
        return dollars(Prices.CUSTOM_METRIC
                * all("AWS::CloudWatch::Alarm").stream()
                        .filter(alarm -> alarm.path("Namespace").asText().equals(Metrics.NAMESPACE))
                        .count());
    }

    String requestsTable() {
        String rows = Stream.of(
                        request("ResolveAlias", "cached"),
                        request("ResolveAlias", "exact host, configuration cached"),
                        request("ResolveAlias", "exact host, not cached"),
                        request("UpdateDeploymentStatus", "a step"),
                        request("CreateAlias", "new"),
                        request("GetLatestLayer", "found"),
                        request("RegisterLayer", "a further version"),
                        request("GetQueue", "ready"),
                        request("CreateLease", "the list not remembered"),
                        request("EndLease", "ended"),
                        request("GetJson", "100 bytes"),
                        request("PutJson", "overwrite, 2 KiB"),
                        request("IncrementCounter", "further"))
                .collect(Collectors.joining());
        return row("a million requests", "HTTP API", "Lambda", "DynamoDB", "logs", "sum")
                + "|---|---|---|---|---|---|\n"
                + rows;
    }

    private String request(String operation, String situation) {
        Capacity capacity = Capacity.of(operation, situation);
        double lambda = lambda(function(operation), capacity.roundTrips());
        double table = capacity.reads() * Prices.MILLION_READ_UNITS + capacity.writes() * Prices.MILLION_WRITE_UNITS;
        double logs = (logBytes(operation) + accessLogBytes()) * MILLION / GIGABYTE * Prices.LOG_GIGABYTE;
        return row(
                operation + ", " + situation,
                dollars(Prices.MILLION_HTTP_REQUESTS),
                dollars(lambda),
                dollars(table),
                dollars(logs),
                dollars(Prices.MILLION_HTTP_REQUESTS + lambda + table + logs));
    }

    /** Returns the costs in addition to requests. */
    String furtherTable() {
        Capacity stream = Capacity.of("DeploymentStream", "1 record");
        double event = Prices.MILLION_EVENTS
                + lambda(function("DeploymentStream"), stream.roundTrips())
                + (logBytes("DeploymentStream") + EVENT_BYTES) * MILLION / GIGABYTE * Prices.LOG_GIGABYTE;
        long traced = functions().stream()
                .filter(function -> function.at("/TracingConfig/Mode").asText().equals("Active"))
                .count();
        return row("a million of", "dollars", "remark")
                + "|---|---|---|\n"
                + row(
                        "domain events",
                        dollars(event),
                        "the bus, the function that reads the stream (one record per batch), its log and the event log")
                + row(
                        "recorded events",
                        dollars(recorded("no subject, no actor")) + " to "
                                + dollars(recorded("3 subjects and an actor")),
                        "the function that records events, its log and the table; more with more subjects")
                + row(
                        "tokens of Cognito",
                        dollars(Prices.MILLION_TOKENS),
                        "a token lasts for an hour: clients must keep it")
                + (traced == 0
                        ? ""
                        : row(
                                "requests that are traced",
                                dollars(Prices.MILLION_TRACES * 0.05) + " to " + dollars(Prices.MILLION_TRACES),
                                traced + " functions are traced; X-Ray takes the first request of each second and 5 %"
                                        + " of the others, so nearly all at a low rate"));
    }

    /** Dollars for a million events that the activity service records. */
    private double recorded(String situation) {
        Capacity capacity = Capacity.of("RecordActivity", situation);
        return lambda(function("RecordActivity"), capacity.roundTrips())
                + capacity.writes() * Prices.MILLION_WRITE_UNITS
                + logBytes("RecordActivity") * MILLION / GIGABYTE * Prices.LOG_GIGABYTE;
    }

    private JsonNode function(String operation) {
        return functions().stream()
                .filter(function -> function.get("FunctionName").asText().equals("backplane-dev-" + operation))
                .findFirst()
                .orElseThrow();
    }

    /** Returns dollars per million warm invocations. */
    private static double lambda(JsonNode function, int roundTrips) {
        double gigabytes = function.get("MemorySize").asInt() / 1024.0;
        double seconds = (OWN_MILLISECONDS + MILLISECONDS_A_ROUND_TRIP * roundTrips) / 1000;
        return Prices.MILLION_INVOCATIONS + MILLION * gigabytes * seconds * Prices.ARM_GIGABYTE_SECOND;
    }

    /** Returns the log bytes of a successful invocation, including Lambda's lines. */
    private static int logBytes(String operation) {
        Invocation invocation = new Invocation(
                "backplane-prod-" + operation, "deployments", operation, "00000000-0000-0000-0000-000000000000");
        invocation.succeeded(200);
        // The number of digits of the duration varies.
        String line = invocation.line(0).replaceFirst("\"latency\":[0-9.]+", "\"latency\":12.345");
        return line.getBytes(StandardCharsets.UTF_8).length + PLATFORM_LOG_BYTES;
    }

    /** Variable names are about as long as their values. */
    private int accessLogBytes() {
        return all("AWS::ApiGatewayV2::Stage")
                .getFirst()
                .at("/AccessLogSettings/Format")
                .asText()
                .length();
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String dollars(double amount) {
        return String.format(Locale.ROOT, "%.2f", amount);
    }

    private static String millions(double count) {
        return String.format(Locale.ROOT, "%.2f million", count / MILLION);
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.0f MB", bytes / MILLION);
    }
}
