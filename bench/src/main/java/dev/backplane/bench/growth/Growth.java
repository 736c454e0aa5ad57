package dev.backplane.bench.growth;

import dev.backplane.bench.Figures;
import dev.backplane.bench.Options;
import dev.backplane.bench.Report;
import dev.backplane.platform.log.Meter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What lookups and pages cost in tables of three sizes, all of which are there at the same time.
 *
 * <p>Lookups go from one size to the next and begin anew, so that what else the machine does hits all sizes alike; each
 * asks for something else, spread over the whole table.
 */
public final class Growth {

    private static final List<Subject> SUBJECTS = List.of(
            new Aliases(),
            new Deployments(),
            new Tenants(),
            new UserData(),
            new AppUsers(),
            new LayerVersions(),
            new PoolLeases());
    private static final List<Integer> SIZES = List.of(1_000, 100_000, 1_000_000);
    private static final List<Integer> SMOKE_SIZES = List.of(500, 700);
    private static final int ROUNDS = 400;
    private static final int WARM_UP = 30;

    /** How many rounds there are even where the engine is so slow that they take longer than the time for them. */
    private static final int FEWEST_ROUNDS = 20;

    private static final Duration WARM_UP_TIME = Duration.ofSeconds(3);
    private static final Duration TIME = Duration.ofSeconds(12);

    /** How many items after the one that is asked for a page needs. */
    private static final int PAGE = 26;

    private final List<Integer> sizes;
    private final int warmUp;
    private final int rounds;
    private final SplittableRandom random = new SplittableRandom(1);

    private Growth(List<Integer> sizes, int warmUp, int rounds) {
        this.sizes = sizes;
        this.warmUp = warmUp;
        this.rounds = rounds;
    }

    /** The cost of one lookup in a table of one size. */
    private record Cost(double units, double millis, double bareMillis) {}

    /** The cost of one lookup in all sizes. */
    private record Costs(String name, List<Cost> bySize) {

        double growth(ToDoubleFunction<Cost> figure) {
            return figure.applyAsDouble(bySize.getLast()) / figure.applyAsDouble(bySize.getFirst());
        }

        double growthOverBare() {
            return growth(Cost::millis) / growth(Cost::bareMillis);
        }
    }

    /** Measures everything and tells the report. */
    public static void run(Options options, Report report) {
        Growth growth = options.smoke()
                ? new Growth(SMOKE_SIZES, 0, 2)
                : new Growth(SIZES, WARM_UP, options.repetitions().orElse(ROUNDS));
        List<Costs> all = new ArrayList<>();
        // All at once would take some gigabytes of the disk; one at a time takes a start of the engine for each.
        List<List<Subject>> shops = options.smoke()
                ? List.of(SUBJECTS)
                : SUBJECTS.stream().map(List::of).toList();
        for (List<Subject> subjects : shops) {
            all.addAll(Shop.with(
                    subjects,
                    growth.sizes,
                    shop -> subjects.stream()
                            .flatMap(subject -> growth.measure(shop, subject).stream())
                            .toList()));
        }
        growth.tell(all, report);
    }

    private List<Costs> measure(Shop shop, Subject subject) {
        List<List<Lookup>> bySize = sizes.stream()
                .map(size -> subject.lookups(shop, Shop.table(subject, size), size))
                .toList();
        return IntStream.range(0, bySize.getFirst().size())
                .mapToObj(lookup -> measure(
                        bySize.stream().map(lookups -> lookups.get(lookup)).toList()))
                .toList();
    }

    private Costs measure(List<Lookup> bySize) {
        List<List<Cost>> costs =
                bySize.stream().<List<Cost>>map(_ -> new ArrayList<>()).toList();
        rounds(warmUp, WARM_UP_TIME, 1, bySize, (_, _) -> {});
        rounds(
                rounds,
                TIME,
                FEWEST_ROUNDS,
                bySize,
                (size, cost) -> costs.get(size).add(cost));
        return new Costs(
                bySize.getFirst().name(), costs.stream().map(Growth::median).toList());
    }

    private interface Tally {
        void add(int size, Cost cost);
    }

    /** Goes through all sizes again and again, until it was often enough or has taken too long. */
    private void rounds(int most, Duration time, int fewest, List<Lookup> bySize, Tally tally) {
        long end = System.nanoTime() + time.toNanos();
        for (int round = 0; round < most && (round < fewest || System.nanoTime() < end); round++) {
            // The same place in every table: where a page lies matters to the engine.
            double place = random.nextDouble();
            for (int size = 0; size < bySize.size(); size++) {
                int number = (int) (place * (sizes.get(size) - PAGE));
                tally.add(size, cost(bySize.get(size), number, round % 2 == 0));
            }
        }
    }

    private static Cost cost(Lookup lookup, int number, boolean bareFirst) {
        Meter meter = new Meter();
        IntConsumer metered = asked -> meter.measure(() -> {
            lookup.service().accept(asked);
            return asked;
        });
        double first = millis(bareFirst ? lookup.bare() : metered, number);
        double second = millis(bareFirst ? metered : lookup.bare(), number);
        return new Cost(meter.readUnits(), bareFirst ? second : first, bareFirst ? first : second);
    }

    private static double millis(IntConsumer work, int number) {
        long start = System.nanoTime();
        work.accept(number);
        return (System.nanoTime() - start) / 1e6;
    }

    private static Cost median(List<Cost> costs) {
        return new Cost(
                // Units have no noise: the most that any lookup took.
                costs.stream().mapToDouble(Cost::units).max().orElseThrow(),
                Figures.median(costs.stream().mapToDouble(Cost::millis).toArray()),
                Figures.median(costs.stream().mapToDouble(Cost::bareMillis).toArray()));
    }

    private void tell(List<Costs> all, Report report) {
        List<String> header = new ArrayList<>(List.of("lookup"));
        sizes.forEach(size -> header.add(String.format("units, %,d", size)));
        sizes.forEach(size -> header.add(String.format("time, %,d", size)));
        header.addAll(List.of("time grows", "bare call grows", "time over bare"));
        report.table(header, all.stream().map(Growth::row).toList());
        // Units have no noise: whatever they grow by is a fault.
        promise(report, all, "units", costs -> costs.growth(Cost::units), 1.0);
        promise(report, all, "time over that of the bare call", Costs::growthOverBare, 1.2);
    }

    private static List<String> row(Costs costs) {
        List<String> row = new ArrayList<>(List.of(costs.name()));
        row.addAll(cells(costs, cost -> Report.number(cost.units())));
        row.addAll(cells(costs, cost -> Report.number(cost.millis()) + " ms"));
        row.add(Report.number(costs.growth(Cost::millis)));
        row.add(Report.number(costs.growth(Cost::bareMillis)));
        row.add(Report.number(costs.growthOverBare()));
        return row;
    }

    private static List<String> cells(Costs costs, Function<Cost, String> cell) {
        return costs.bySize().stream().map(cell).toList();
    }

    private void promise(Report report, List<Costs> all, String what, ToDoubleFunction<Costs> growth, double limit) {
        Costs worst = all.stream().max(Comparator.comparingDouble(growth)).orElseThrow();
        report.atMost(
                String.format(
                        "growth of %s from %,d to %,d items, the most (%s)",
                        what, sizes.getFirst(), sizes.getLast(), worst.name()),
                growth.applyAsDouble(worst),
                limit);
    }
}
