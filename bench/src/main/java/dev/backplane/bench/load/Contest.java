package dev.backplane.bench.load;

import dev.backplane.bench.Figures;
import dev.backplane.bench.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** An operation through the gateway against the bare call, in rounds that alternate. */
record Contest(String name, Work suite, String bareName, Work bare) {

    static final List<String> HEADER = List.of(
            "through the gateway", "requests/s", "p50", "p99", "bare call", "requests/s", "p50", "p99", "ratio");

    /** One round of each side. */
    record Pair(Crew.Round suite, Crew.Round bare) {

        double ratio() {
            return suite.perSecond() / bare.perSecond();
        }
    }

    /** What came of it: a ratio above one means that the suite was faster. */
    record Result(double ratio, List<String> row) {}

    /** Measures so many rounds of each side. */
    Result run(Crew crew, Duration round, int rounds) {
        return result(rounds(crew, round, rounds));
    }

    List<Pair> rounds(Crew crew, Duration time, int rounds) {
        List<Pair> pairs = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            // Who is first changes, so that neither always has the machine as the other left it.
            boolean bareFirst = round % 2 == 0;
            Crew.Round first = crew.work(bareFirst ? bare : suite, time);
            Crew.Round second = crew.work(bareFirst ? suite : bare, time);
            pairs.add(bareFirst ? new Pair(second, first) : new Pair(first, second));
        }
        return pairs;
    }

    private Result result(List<Pair> pairs) {
        double ratio = median(pairs, Pair::ratio);
        List<String> row = new ArrayList<>();
        row.add(name);
        row.addAll(figures(pairs.stream().map(Pair::suite).toList()));
        row.add(bareName);
        row.addAll(figures(pairs.stream().map(Pair::bare).toList()));
        row.add(Report.number(ratio));
        return new Result(ratio, row);
    }

    private static List<String> figures(List<Crew.Round> rounds) {
        double[] millis = rounds.stream()
                .flatMap(round -> round.millis().stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return List.of(
                Report.number(median(rounds, Crew.Round::perSecond)),
                Report.number(Figures.percentile(50, millis)) + " ms",
                Report.number(Figures.percentile(99, millis)) + " ms");
    }

    private static <T> double median(List<T> rounds, ToDoubleFunction<T> figure) {
        return Figures.median(rounds.stream().mapToDouble(figure).toArray());
    }
}
