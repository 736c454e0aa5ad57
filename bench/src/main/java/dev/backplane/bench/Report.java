package dev.backplane.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What a benchmark found out, as Markdown that reads well on a terminal too; each part is told as soon as it is known. */
public final class Report {

    private static final int NUMBER_WIDTH = 3;

    private final Consumer<String> reader;
    private final StringBuilder text = new StringBuilder();
    private boolean met = true;

    public Report(Consumer<String> reader) {
        this.reader = reader;
    }

    /** Begins a part. */
    public void heading(String title) {
        tell("### " + title + "\n");
    }

    /** Says something about the figures. */
    public void paragraph(String sentences) {
        tell(sentences + "\n");
    }

    /** Shows figures; cells that look like numbers stand at the right. */
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
        tell(String.join("\n", lines) + "\n");
    }

    /** Holds a figure against the most that it may be. */
    public void atMost(String what, double figure, double limit) {
        promise(what, "at most", figure, limit, figure <= limit);
    }

    /** Holds a figure against the least that it may be. */
    public void atLeast(String what, double figure, double limit) {
        promise(what, "at least", figure, limit, figure >= limit);
    }

    /** Says that a promise could not be looked at here, which is not to keep it. */
    public void notMeasured(String what) {
        met = false;
        tell("- " + what + ": **not measured**");
    }

    private void promise(String what, String relation, double figure, double limit, boolean kept) {
        met &= kept;
        tell(String.format(
                Locale.ROOT,
                "- %s: %s, %s %s: %s",
                what,
                number(figure),
                relation,
                number(limit),
                kept ? "met" : "**missed**"));
    }

    /** Says whether every promise was kept. */
    public boolean met() {
        return met;
    }

    /** Returns the whole text. */
    public String text() {
        return text.toString();
    }

    /** Returns a figure with three digits that count. */
    public static String number(double figure) {
        double size = Math.abs(figure);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", figure);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 0.1 || size == 0 ? "%.2f" : "%.3f", figure);
    }

    private void tell(String part) {
        reader.accept(part);
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
