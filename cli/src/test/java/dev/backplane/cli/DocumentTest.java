package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;

/** docs/cli.md lists every command; {@code -Dcli.write=true} writes the list. */
class DocumentTest {

    private static final Path DOCUMENT = Path.of("../docs/cli.md");
    private static final String START = "<!-- commands -->\n";
    private static final String END = "<!-- end of commands -->\n";

    @Test
    void document_listsEveryCommand() throws IOException {
        String text = Files.readString(DOCUMENT);
        String wanted =
                text.substring(0, text.indexOf(START) + START.length()) + table() + text.substring(text.indexOf(END));
        if (Boolean.getBoolean("cli.write")) {
            Files.writeString(DOCUMENT, wanted);
        } else {
            assertThat(text).isEqualTo(wanted);
        }
    }

    private static String table() {
        Terminal terminal = new Terminal(
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()),
                InputStream.nullInputStream(),
                Map.of(),
                false,
                _ -> false,
                _ -> false);
        List<String> rows = new ArrayList<>();
        add(rows, new Cli(terminal).commands(), "");
        return "| command | what it does |\n|---|---|\n" + String.join("", rows);
    }

    private static void add(List<String> rows, CommandLine command, String words) {
        command.getSubcommands().forEach((name, subcommand) -> {
            if (subcommand.getCommandSpec().usageMessage().hidden()) {
                return;
            }
            if (subcommand.getSubcommands().isEmpty()) {
                String about = String.join(
                        " ", subcommand.getCommandSpec().usageMessage().description());
                rows.add("| `" + words + name + arguments(subcommand) + "` | " + about + " |\n");
            } else {
                add(rows, subcommand, words + name + " ");
            }
        });
    }

    private static String arguments(CommandLine command) {
        return command.getCommandSpec().positionalParameters().stream()
                .map(DocumentTest::argument)
                .collect(Collectors.joining());
    }

    private static String argument(PositionalParamSpec argument) {
        String label = argument.arity().max() > 1 ? argument.paramLabel() + "..." : argument.paramLabel();
        return argument.required() ? " " + label : " [" + label + "]";
    }
}
