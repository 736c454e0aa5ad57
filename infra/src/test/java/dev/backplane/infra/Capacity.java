package dev.backplane.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The AWS capacity of one invocation, from {@code docs/capacity.md}.
 *
 * @param reads read units, including those that only AWS charges
 * @param writes write units, likewise
 */
record Capacity(int roundTrips, double reads, double writes) {

    private static final int COLUMNS = 7;

    static Capacity of(String operation, String situation) {
        return rows().stream()
                .filter(row -> row.get(0).equals(operation) && row.get(1).equals(situation))
                .findFirst()
                .map(row -> new Capacity(
                        Integer.parseInt(row.get(2)),
                        Double.parseDouble(row.get(3)) + more(row.get(5), "read"),
                        Double.parseDouble(row.get(4)) + more(row.get(5), "write")))
                .orElseThrow(() -> new AssertionError("docs/capacity.md has no row " + operation + ", " + situation
                        + ": name another in CostTables"));
    }

    private static List<List<String>> rows() {
        try {
            return Files.readAllLines(TestApp.ROOT.resolve("docs/capacity.md")).stream()
                    .filter(line -> line.startsWith("| "))
                    .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                            .map(String::strip)
                            .toList())
                    .filter(row -> row.size() == COLUMNS)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double more(String text, String kind) {
        Matcher matcher = Pattern.compile("([0-9.]+) " + kind + "s?").matcher(text);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
    }
}
