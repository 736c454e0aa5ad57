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

    private static final List<Integer> SIZES = List.of(1_000, 100_000, 1_000_000);
    private static final List<Integer> SMOKE_SIZES = List.of(100, 200, 300);
    private static final int ROUNDS = 400;
    private static final int WARM_UP = 30;

    /** How many rounds there are even where the engine is so slow that they take longer than the time for them. */
    private static final int FEWEST_ROUNDS = 30;

    private static final Duration TIME = Duration.ofSeconds(20);

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
                ? new Growth(SMOKE_SIZES, 0, 3)
                : new Growth(SIZES, WARM_UP, options.repetitions().orElse(ROUNDS));
        List<Costs> all = new ArrayList<>();
        try (Shop shop = new Shop()) {
            for (Subject subject : List.of(new Aliases(), new UserData(), new LayerVersions(), new PoolLeases())) {
                all.addAll(growth.measure(shop, subject));
            }
        }
        growth.tell(all, report);
    }

    private List<Costs> measure(Shop shop, Subject subject) {
        List<Integer> measured = subject.sizes(sizes);
        List<List<Lookup>> bySize = measured.stream()
                .map(size -> subject.lookups(shop, shop.fill(subject, size)))
                .toList();
        List<Costs> costs = new ArrayList<>();
        for (int at = 0; at < bySize.getFirst().size(); at++) {
            int lookup = at;
            costs.add(
                    measure(bySize.stream().map(lookups -> lookups.get(lookup)).toList()));
        }
        measured.forEach(size -> shop.drop(subject, size));
        return costs;
    }

    private Costs measure(List<Lookup> bySize) {
        List<List<Cost>> costs =
                bySize.stream().<List<Cost>>map(_ -> new ArrayList<>()).toList();
        long end = System.nanoTime() + TIME.toNanos();
        for (int round = 0; round < warmUp + rounds; round++) {
            if (round >= warmUp + FEWEST_ROUNDS && System.nanoTime() > end) {
                break;
            }
            for (int size = 0; size < bySize.size(); size++) {
                Cost cost = cost(bySize.get(size), sizes.get(size), round % 2 == 0);
                if (round >= warmUp) {
                    costs.get(size).add(cost);
                }
            }
        }
        return new Costs(
                bySize.getFirst().name(), costs.stream().map(Growth::median).toList());
    }

    private Cost cost(Lookup lookup, int size, boolean bareFirst) {
        int number = random.nextInt(size - PAGE);
        int bareNumber = random.nextInt(size - PAGE);
        Meter meter = new Meter();
        IntConsumer metered = asked -> meter.measure(() -> {
            lookup.service().accept(asked);
            return asked;
        });
        double first = bareFirst ? millis(lookup.bare(), bareNumber) : millis(metered, number);
        double second = bareFirst ? millis(metered, number) : millis(lookup.bare(), bareNumber);
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
        report.table(header, all.stream().map(this::row).toList());
        promise(report, all, "units", costs -> costs.growth(Cost::units));
        promise(report, all, "time over that of the bare call", Costs::growthOverBare);
    }

    private List<String> row(Costs costs) {
        List<String> row = new ArrayList<>(List.of(costs.name()));
        row.addAll(cells(costs, cost -> Report.number(cost.units())));
        row.addAll(cells(costs, cost -> Report.number(cost.millis()) + " ms"));
        row.add(Report.number(costs.growth(Cost::millis)));
        row.add(Report.number(costs.growth(Cost::bareMillis)));
        row.add(Report.number(costs.growthOverBare()));
        return row;
    }

    /** A cell for each size, also for those at which this lookup is not measured. */
    private List<String> cells(Costs costs, Function<Cost, String> cell) {
        return IntStream.range(0, sizes.size())
                .mapToObj(size ->
                        size < costs.bySize().size() ? cell.apply(costs.bySize().get(size)) : "-")
                .toList();
    }

    private void promise(Report report, List<Costs> all, String what, ToDoubleFunction<Costs> growth) {
        // Some lookups stop at a smaller table; they are shown, and promise nothing about a larger one.
        Costs worst = all.stream()
                .filter(costs -> costs.bySize().size() == sizes.size())
                .max(Comparator.comparingDouble(growth))
                .orElseThrow();
        report.atMost(
                String.format(
                        "growth of %s from %,d to %,d items, the most (%s)",
                        what, sizes.getFirst(), sizes.getLast(), worst.name()),
                growth.applyAsDouble(worst),
                1.2);
    }
}
