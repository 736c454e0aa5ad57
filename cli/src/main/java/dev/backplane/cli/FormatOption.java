package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.output.Format;
import dev.backplane.cli.output.Printer;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import picocli.CommandLine.Option;

/** The output option of commands that call no suite. */
final class FormatOption {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table (for people), json, yaml or csv.")
    private Format format = Format.TABLE;

    boolean readByPeople() {
        return format == Format.TABLE;
    }

    void print(Terminal terminal, JsonNode value, List<String> columns) {
        terminal.out().print(new Printer(terminal, format).text(value, columns));
        terminal.out().flush();
    }
}
