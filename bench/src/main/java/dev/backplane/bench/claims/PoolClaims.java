package dev.backplane.bench.claims;

import dev.backplane.bench.Benchmark;
import dev.backplane.bench.Figures;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares the claims per second of the service with those of the bare transaction, in pools of several sizes.
 *
 * <p>Rounds of both alternate on one table, so that other load on the machine affects both equally. Only claims are
 * timed. The leases of a round are ended after it.
 */
public final class PoolClaims implements Benchmark {

    private static final List<Integer> SIZES = List.of(50, 500, 1000);
    private static final Load ONE_CALLER = new Load("one caller", 1, 5, 20, 100);
    private static final Load MANY_CALLERS = new Load("16 callers", 16, 2, 2, 10);
    private static final Load CROWD = new Load("48 callers", 48, 1, 2, 10);

    /**
     * The load of a measurement.
     *
     * @param claims claims per caller and round
     * @param warmUp rounds before the measurement
     */
    private record Load(String name, int callers, int claims, int warmUp, int rounds) {

        Load once() {
            return new Load(name, callers, 1, 0, 1);
        }
    }

    /**
     * The claims per second of one round.
     *
     * @param refused the part of the claims of the service that ended with 503 CONTENDED
     */
    private record Round(double service, double bare, double refused) {

        double ratio() {
            return service / bare;
        }
    }

    @Override
    public String name() {
        return "pool-claims";
    }

    @Override
    public void run(Options options, Report report) {
        List<Integer> sizes = options.smoke() ? SIZES.subList(0, 1) : SIZES;
        List<Load> loads = List.of(ONE_CALLER, MANY_CALLERS, CROWD);
        List<List<String>> rows = new ArrayList<>();
        List<Double> oneCallerRatios = new ArrayList<>();
        for (int size : sizes) {
            try (LocalPool pool = new LocalPool(size)) {
                for (Load load : loads) {
                    List<Round> rounds = rounds(pool, options.smoke() ? load.once() : load);
                    rows.add(row(size, load, rounds));
                    if (load.callers() == 1) {
                        oneCallerRatios.add(median(rounds, Round::ratio));
                    }
                }
            }
        }
        report.table(List.of("accounts", "load", "claims/s", "bare/s", "ratio", "503"), rows);
        report.atLeast("one caller, lowest ratio", Collections.min(oneCallerRatios), 0.8);
    }

    private static List<String> row(int size, Load load, List<Round> rounds) {
        return List.of(
                Integer.toString(size),
                load.name(),
                Report.number(median(rounds, Round::service)),
                Report.number(median(rounds, Round::bare)),
                Report.number(median(rounds, Round::ratio)),
                Report.number(
                        rounds.stream().mapToDouble(Round::refused).average().orElseThrow()));
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Figures.median(rounds.stream().mapToDouble(figure).toArray());
    }

    private static List<Round> rounds(LocalPool pool, Load load) {
        List<Round> rounds = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(load.callers())) {
            for (int round = 0; round < load.warmUp() + load.rounds(); round++) {
                // The order alternates, so that neither always runs first.
                boolean bareFirst = round % 2 == 0;
                Rate first = rate(pool, load, callers, bareFirst);
                Rate second = rate(pool, load, callers, !bareFirst);
                Rate service = bareFirst ? second : first;
                Rate bare = bareFirst ? first : second;
                rounds.add(new Round(service.perSecond(), bare.perSecond(), 1 - service.answered()));
            }
        }
        return rounds.subList(load.warmUp(), rounds.size());
    }

    /** Claims per second, and the part of the claims that got a lease. */
    private record Rate(double perSecond, double answered) {}

    private static Rate rate(LocalPool pool, Load load, ExecutorService callers, boolean bare) {
        List<Callable<List<LeaseId>>> work = bare ? bareClaims(pool, load) : claims(pool, load);
        long start = System.nanoTime();
        List<LeaseId> leases = runAll(callers, work);
        double seconds = (System.nanoTime() - start) / 1e9;
        leases.forEach(pool::end);
        return new Rate(leases.size() / seconds, leases.size() / (double) (load.callers() * load.claims()));
    }

    private static List<Callable<List<LeaseId>>> claims(LocalPool pool, Load load) {
        return IntStream.range(0, load.callers())
                .<Callable<List<LeaseId>>>mapToObj(caller -> () -> users(load, caller)
                        .flatMap(user -> pool.claim(caller, user).stream())
                        .toList())
                .toList();
    }

    /** Assigns each claim an account, because bare claims do not look for one. */
    private static List<Callable<List<LeaseId>>> bareClaims(LocalPool pool, Load load) {
        BareClaims bare = pool.bare();
        List<AccountId> shuffled = new ArrayList<>(pool.ids());
        Collections.shuffle(shuffled);
        return IntStream.range(0, load.callers())
                .<Callable<List<LeaseId>>>mapToObj(caller -> () -> {
                    var accounts = shuffled.subList(caller * load.claims(), (caller + 1) * load.claims())
                            .iterator();
                    return users(load, caller)
                            .map(user -> bare.claim(user, accounts.next()))
                            .toList();
                })
                .toList();
    }

    private static Stream<UserId> users(Load load, int caller) {
        return IntStream.range(0, load.claims()).mapToObj(claim -> UserId.parse("user-" + caller + "-" + claim));
    }

    private static List<LeaseId> runAll(ExecutorService callers, List<Callable<List<LeaseId>>> work) {
        try {
            List<LeaseId> leases = new ArrayList<>();
            for (Future<List<LeaseId>> done : callers.invokeAll(work)) {
                leases.addAll(done.get());
            }
            return leases;
        } catch (ExecutionException e) {
            throw new IllegalStateException("A claim failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
