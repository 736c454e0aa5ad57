package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        description = "Prints a script that completes the words of commands in a shell.",
        footer = {"", "Example:", "  source <(backplane completion bash)"})
final class CompletionCommand implements Callable<Integer> {

    private enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.BASH;

    private final Terminal terminal;
    private final CommandLine root;

    CompletionCommand(Terminal terminal, CommandLine root) {
        this.terminal = terminal;
        this.root = root;
    }

    @Override
    public Integer call() {
        terminal.out()
                .print(
                        switch (shell) {
                            // The script also works in zsh: it loads zsh's functions for completions of bash.
                            case BASH, ZSH -> AutoComplete.bash("backplane", root);
                            case FISH -> fish();
                        });
        terminal.out().flush();
        return 0;
    }

    private String fish() {
        StringBuilder script = new StringBuilder("complete -c backplane -f\n");
        subcommands(script, root, "__fish_use_subcommand");
        return script.toString();
    }

    private static void subcommands(StringBuilder script, CommandLine command, String condition) {
        command.getSubcommands().forEach((name, subcommand) -> {
            line(
                    script,
                    condition,
                    "-a " + name,
                    subcommand.getCommandSpec().usageMessage().description());
            String seen = (command.getParent() == null ? "" : condition.replaceFirst("; and not .*", "; and "))
                    + "__fish_seen_subcommand_from " + name;
            if (subcommand.getSubcommands().isEmpty()) {
                subcommand.getCommandSpec().options().forEach(option -> option(script, seen, option));
            } else {
                String names = String.join(" ", subcommand.getSubcommands().keySet());
                subcommands(script, subcommand, seen + "; and not __fish_seen_subcommand_from " + names);
            }
        });
    }

    private static void option(StringBuilder script, String condition, OptionSpec option) {
        String name = "-l " + option.longestName().substring(2);
        line(script, condition, option.arity().max() > 0 ? name + " -r" : name, option.description());
    }

    private static void line(StringBuilder script, String condition, String words, String... description) {
        script.append("complete -c backplane -n \"")
                .append(condition)
                .append("\" ")
                .append(words)
                .append(" -d '")
                .append(quoted(String.join(" ", description)))
                .append("'\n");
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }
}
