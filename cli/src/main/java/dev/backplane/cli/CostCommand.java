package dev.backplane.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.build.Installation;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Prints the tables of {@code docs/cost.md}. A test computes them from the synthesized templates, the capacity of each
 * operation and the price list, and fails when the page differs; so there is one place for the formulas.
 */
@Command(
        name = "cost",
        description = "Shows what a stage costs in dollars: idle per month, and per million requests of an operation.",
        footer = {"", "Example:", "  backplane cost --requests-per-month 5000000"})
final class CostCommand implements Callable<Integer> {

    private static final Pattern DATE = Pattern.compile("as of (\\d{4}-\\d{2}-\\d{2})");
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    @Option(
            names = "--requests-per-month",
            paramLabel = "N",
            description = "Also show what so many requests of each operation cost.")
    private String requests = "";

    @Mixin
    private final FormatOption format = new FormatOption();

    private final Terminal terminal;

    CostCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (!requests.matches("\\d{0,15}")) {
            throw new Failure(Kind.USAGE, "--requests-per-month needs a number.");
        }
        Path page = Installation.of(terminal).root().resolve("docs/cost.md");
        if (Files.notExists(page)) {
            throw new Failure(Kind.REFUSED, "Cannot read " + page + ".");
        }
        String text = Files.readString(page);
        ObjectNode cost = JsonNodeFactory.instance.objectNode();
        Matcher date = DATE.matcher(text);
        cost.put("priceList", date.find() ? date.group(1) : "").put("region", "us-east-1");
        idle(cost.putArray("idlePerMonth"), text);
        requests(cost.putArray("requests"), text);
        format.print(terminal, cost, List.of());
        return 0;
    }

    /** The amounts come first, because the descriptions are long. */
    private void idle(ArrayNode lines, String text) {
        rows(text, "idle, per month").forEach(row -> {
            ObjectNode line = lines.addObject().put("dollars", row.get(2)).put("afterFreeTier", row.get(3));
            if (format.readByPeople()) {
                line.put("item", row.get(1).isEmpty() ? row.get(0) : row.get(0) + ": " + row.get(1));
            } else {
                line.put("item", row.get(0)).put("count", row.get(1));
            }
        });
    }

    private void requests(ArrayNode lines, String text) {
        rows(text, "a million requests").forEach(row -> {
            String perMillion = row.getLast();
            ObjectNode line = lines.addObject().put("operation", row.getFirst()).put("dollarsPerMillion", perMillion);
            if (!requests.isEmpty()) {
                BigDecimal month = new BigDecimal(perMillion).multiply(new BigDecimal(requests));
                line.put(
                        "dollarsPerMonth",
                        month.divide(MILLION, 2, RoundingMode.HALF_UP).toPlainString());
            }
        });
    }

    /** Returns the rows below the table header that starts with a cell. */
    private static Stream<List<String>> rows(String text, String firstCell) {
        return text.lines()
                .dropWhile(line -> !line.startsWith("| " + firstCell + " |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(1)
                                .replace("**", "")
                                .replace("`", "")
                                .split("\\|"))
                        .map(String::strip)
                        .toList());
    }
}
