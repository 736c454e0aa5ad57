package dev.backplane.bench.load;

import dev.backplane.bench.Benchmark;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import dev.backplane.bench.growth.Growth;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** What the local suite serves a second, against bare calls to its engine, and what lookups cost as tables grow. */
public final class Load implements Benchmark {

    private static final int CALLERS = 8;
    private static final Duration ROUND = Duration.ofMillis(400);

    /** So many for each contest: bare calls of a process that has just started are slow, and would flatter the suite. */
    private static final int WARM_UP = 10;

    private static final int ROUNDS = 15;

    /** How much there is in the suite, and how much is asked of it. */
    private record Scale(int hosts, int tenants, int accounts, int claims, Duration round, int warmUp, int rounds) {

        static final Scale SMOKE = new Scale(10, 1, 16, 1, Duration.ofMillis(20), 0, 1);

        static Scale full(OptionalInt repetitions) {
            return new Scale(500, CALLERS, 500, 5, ROUND, WARM_UP, repetitions.orElse(ROUNDS));
        }
    }

    @Override
    public String name() {
        return "load";
    }

    @Override
    public String purpose() {
        return "requests a second through the local suite against bare calls, and what lookups cost as tables grow";
    }

    @Override
    public void run(Options options, Report report) {
        report.heading("Requests a second");
        Map<String, Contest.Result> results =
                contests(options.smoke() ? Scale.SMOKE : Scale.full(options.repetitions()));
        report.table(
                Contest.HEADER,
                results.values().stream().map(Contest.Result::row).toList());
        promise(report, results, Resolving.REMEMBERED, 0.5);
        promise(report, results, Resolving.FRESH, 0.5);
        report.heading("Growth");
        Growth.run(options, report);
    }

    private static void promise(Report report, Map<String, Contest.Result> results, String contest, double least) {
        report.atLeast(
                contest + " through the gateway, of bare calls a second",
                Objects.requireNonNull(results.get(contest)).ratio(),
                least);
    }

    private static Map<String, Contest.Result> contests(Scale scale) {
        try (Suite suite = Suite.start();
                Crew crew = new Crew(CALLERS);
                Callers callers = new Callers(suite, CALLERS)) {
            List<Contest> contests = prepare(suite, crew, callers, scale);
            // All of them first: what one needs of the suite, another has warmed up already.
            contests.forEach(contest -> contest.rounds(crew, scale.round(), scale.warmUp()));
            Map<String, Contest.Result> results = new LinkedHashMap<>();
            contests.forEach(contest -> results.put(contest.name(), contest.run(crew, scale.round(), scale.rounds())));
            return results;
        }
    }

    private static List<Contest> prepare(Suite suite, Crew crew, Callers callers, Scale scale) {
        Resolving resolving = new Resolving(suite, callers, scale.hosts());
        resolving.prepare(crew);
        Queues queues = new Queues(suite, callers, scale.tenants());
        queues.prepare(crew);
        UserValues values = new UserValues(suite, callers);
        values.prepare(crew);
        Leases leases = new Leases(suite, callers, crew, scale.accounts(), scale.claims());
        leases.prepare();
        // Writes last: the engine keeps every record of a stream, and grows slower with them.
        return List.of(
                resolving.remembered(),
                resolving.fresh(),
                queues.contest(),
                values.gets(),
                values.puts(),
                leases.claims(),
                leases.ends());
    }
}
