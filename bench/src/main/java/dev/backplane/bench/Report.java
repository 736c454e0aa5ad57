package dev.backplane.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The report of a benchmark in Markdown, printed while it is written. */
public final class Report {

    private static final int NUMBER_WIDTH = 3;

    private final Consumer<String> printer;
    private final StringBuilder text = new StringBuilder();
    private boolean met = true;

    public Report(Consumer<String> printer) {
        this.printer = printer;
    }

    public void heading(String title) {
        add("### " + title + "\n");
    }

    public void paragraph(String sentences) {
        add(sentences + "\n");
    }

    /** Adds a table; numbers are aligned right. */
    public void table(List<String> header, List<List<String>> rows) {
        List<List<String>> all = new ArrayList<>();
        all.add(header);
        all.addAll(rows);
        int[] widths = new int[header.size()];
        all.forEach(row -> {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(
                        NUMBER_WIDTH, Math.max(widths[column], row.get(column).length()));
            }
        });
        List<String> lines = new ArrayList<>();
        all.forEach(row -> lines.add(line(row, widths)));
        lines.add(1, rule(rows, widths));
        add(String.join("\n", lines) + "\n");
    }

    /** Compares a figure with its upper limit. */
    public void atMost(String what, double figure, double limit) {
        limit(what, "at most", figure, limit, figure <= limit);
    }

    /** Compares a figure with its lower limit. */
    public void atLeast(String what, double figure, double limit) {
        limit(what, "at least", figure, limit, figure >= limit);
    }

    /** Records that a limit could not be checked, which counts as missed. */
    public void notMeasured(String what) {
        met = false;
        add("- " + what + ": **not measured**");
    }

    private void limit(String what, String relation, double figure, double limit, boolean isMet) {
        met &= isMet;
        add(String.format(
                Locale.ROOT,
                "- %s: %s, %s %s: %s",
                what,
                number(figure),
                relation,
                number(limit),
                isMet ? "met" : "**missed**"));
    }

    /** Returns whether all limits were met. */
    public boolean met() {
        return met;
    }

    public String text() {
        return text.toString();
    }

    /** Formats a figure with three significant digits. */
    public static String number(double figure) {
        double size = Math.abs(figure);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", figure);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 0.1 || size == 0 ? "%.2f" : "%.3f", figure);
    }

    private void add(String part) {
        printer.accept(part);
        text.append(part).append('\n');
    }

    private static String line(List<String> row, int[] widths) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            cells.add(isNumber(cell) ? padding + cell : cell + padding);
        }
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String rule(List<List<String>> rows, int[] widths) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            boolean numbers = rows.stream().map(row -> row.get(at)).anyMatch(Report::isNumber);
            cells.add(numbers ? "-".repeat(widths[column] - 1) + ":" : "-".repeat(widths[column]));
        }
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static boolean isNumber(String cell) {
        return cell.matches("[-+]?[0-9][0-9,.]*( .{1,6})?");
    }
}
