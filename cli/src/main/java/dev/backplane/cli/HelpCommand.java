package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
        name = "help",
        description = "Shows the help of a command.",
        footer = {"", "Example:", "  backplane help pool lease"})
final class HelpCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The words of the command; all commands if absent.")
    private List<String> words = List.of();

    private final Terminal terminal;
    private final CommandLine root;

    HelpCommand(Terminal terminal, CommandLine root) {
        this.terminal = terminal;
        this.root = root;
    }

    @Override
    public Integer call() {
        CommandLine command = root;
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(word));
            }
            command = next;
        }
        command.usage(terminal.out());
        return 0;
    }
}
