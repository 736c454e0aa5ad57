package dev.backplane.testing.capacity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The table of one service in docs/capacity.md. */
final class CapacityPage {

    private static final Path PAGE = root().resolve("docs/capacity.md");
    private static final String RULE = "|---|---|---|---|---|---|---|";
    private static final int CELLS = 7;

    private final String service;
    private final Map<String, List<String>> rows;

    private CapacityPage(String service, Map<String, List<String>> rows) {
        this.service = service;
        this.rows = rows;
    }

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.exists(path.resolve("docs/data-model")))
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError("no docs above " + Path.of("").toAbsolutePath()));
    }

    static CapacityPage of(String service) {
        List<String> lines = lines();
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (String line : lines.subList(begin(lines, service), end(lines, service))) {
            List<String> cells = Stream.of(line.substring(1, line.length() - 1).split("\\|", -1))
                    .map(String::strip)
                    .toList();
            if (cells.size() != CELLS || rows.put(cells.get(0) + " | " + cells.get(1), cells) != null) {
                throw new AssertionError("a row of docs/capacity.md that is doubled or has not 7 cells: " + line);
            }
        }
        return new CapacityPage(service, rows);
    }

    private static int begin(List<String> lines, String service) {
        int heading = lines.indexOf("## " + service);
        int rule = heading + lines.subList(Math.max(heading, 0), lines.size()).indexOf(RULE);
        if (heading < 0 || rule < heading) {
            throw new AssertionError("docs/capacity.md has no table under ## " + service);
        }
        return rule + 1;
    }

    private static int end(List<String> lines, String service) {
        int end = begin(lines, service);
        while (end < lines.size() && lines.get(end).startsWith("|")) {
            end++;
        }
        return end;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> rows() {
        return List.copyOf(rows.keySet());
    }

    /** Returns the figures of a row; empty if there is none. */
    Optional<List<String>> figures(String row) {
        return Optional.ofNullable(rows.get(row)).map(cells -> cells.subList(2, CELLS - 1));
    }

    /** Replaces the figures of the table; the notes about growth are kept. */
    void write(Map<String, Cost> measured) {
        List<String> lines = new ArrayList<>(lines());
        List<String> table = lines.subList(begin(lines, service), end(lines, service));
        table.clear();
        measured.forEach((row, cost) -> {
            String growth =
                    Optional.ofNullable(rows.get(row)).map(List::getLast).orElse("-");
            table.add("| " + row + " | " + String.join(" | ", cost.cells()) + " | " + growth + " |");
        });
        try {
            Files.write(PAGE, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
