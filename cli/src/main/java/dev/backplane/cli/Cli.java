package dev.backplane.cli;

import dev.backplane.cli.api.Operation;
import dev.backplane.cli.api.Operations;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands, and what happens when one fails. */
public final class Cli {

    private static final int HELP_WIDTH = 130;
    private static final int BUG = 1;

    private final Terminal terminal;
    private final CommandLine root;

    public Cli(Terminal terminal) {
        this.terminal = terminal;
        this.root = group("Runs, calls and deploys Backplane.");
        root.setCommandName("backplane");
        Operations.NOUNS.forEach((noun, about) -> root.addSubcommand(noun, group(about)));
        Operations.ALL.forEach(this::add);
        noun("layers").addSubcommand(new LayersPublishCommand(terminal));
        noun("pool").addSubcommand(new PoolSeedCommand(terminal));
        List.of(
                        new UpCommand(terminal),
                        new DownCommand(terminal),
                        new StatusCommand(terminal),
                        new LogsCommand(terminal),
                        new ExecutionsCommand(terminal),
                        new InvokeCommand(terminal),
                        new DemoCommand(terminal),
                        new TokenCommand(terminal),
                        new LoginCommand(terminal),
                        new LogoutCommand(terminal),
                        new OpenCommand(terminal),
                        new DoctorCommand(terminal))
                .forEach(root::addSubcommand);
        ProjectCommands.all(terminal).forEach(root::addSubcommand);
        List.of(
                        new DeployCommand(terminal),
                        new DestroyCommand(terminal),
                        new PackageCommand(terminal),
                        new CostCommand(terminal),
                        new BenchCommand(terminal),
                        new CompletionCommand(terminal, root),
                        new VersionCommand(terminal),
                        new HelpCommand(terminal, root))
                .forEach(root::addSubcommand);
        passCdkOptions("deploy");
        passCdkOptions("destroy");
        addHelp(root);
        // The parser would replace @FILE by the words in the file.
        root.setExpandAtFiles(false);
        root.setOut(terminal.out())
                .setErr(terminal.err())
                .setColorScheme(Help.defaultColorScheme(terminal.colored() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setUsageHelpWidth(HELP_WIDTH)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, _) -> refused(wrong))
                .setExecutionExceptionHandler((failure, command, _) -> failed(failure, command));
    }

    private void passCdkOptions(String command) {
        noun(command).getCommandSpec().parser().unmatchedOptionsArePositionalParams(true);
    }

    private void add(Operation operation) {
        String[] words = operation.command().split(" ");
        CommandLine parent = words.length == 1 ? root : noun(words[0]);
        parent.addSubcommand(words[words.length - 1], OperationCommand.spec(operation, terminal));
    }

    private CommandLine noun(String name) {
        return Objects.requireNonNull(root.getSubcommands().get(name));
    }

    private static void addHelp(CommandLine command) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .build());
        command.getSubcommands().values().forEach(Cli::addHelp);
    }

    /** Returns a command that only has subcommands; alone, it shows them. */
    private CommandLine group(String about) {
        CommandSpec[] self = new CommandSpec[1];
        Callable<Integer> showHelp = () -> {
            self[0].commandLine().usage(terminal.err());
            return Failure.Kind.USAGE.exitCode();
        };
        self[0] = CommandSpec.wrapWithoutInspection(showHelp);
        self[0].usageMessage()
                .description(about)
                .synopsisSubcommandLabel("COMMAND")
                .abbreviateSynopsis(true);
        return new CommandLine(self[0]);
    }

    /** Runs a command and returns its exit code. */
    public int run(String... words) {
        int code = root.execute(words);
        terminal.out().flush();
        terminal.err().flush();
        return code;
    }

    /** Returns the names and help texts of all commands. */
    CommandLine commands() {
        return root;
    }

    private int refused(ParameterException wrong) {
        terminal.err().println(terminal.red(Terminal.printable(reason(wrong))) + suggestion(wrong));
        terminal.err().println("See: " + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return Failure.Kind.USAGE.exitCode();
    }

    private static String reason(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            String word = unmatched.getUnmatched().getFirst();
            return wrong.getCommandLine().getSubcommands().isEmpty()
                    ? "Too many arguments: '" + word + "'."
                    : "There is no command '" + word + "'.";
        }
        return Objects.requireNonNullElse(wrong.getMessage(), "Wrong usage")
                        .lines()
                        .findFirst()
                        .orElse("Wrong usage")
                + ".";
    }

    private static String suggestion(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        List<String> nearest = unmatched.getSuggestions();
        if (nearest.isEmpty() && unmatched.isUnknownOption()) {
            String word = unmatched.getUnmatched().getFirst().replaceFirst("^-+", "");
            nearest = Names.nearest(
                            word,
                            wrong.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
                                    .map(name -> name.replaceFirst("^-+", "")))
                    .map(name -> List.of("--" + name))
                    .orElse(List.of());
        }
        return nearest.isEmpty() ? "" : " Did you mean " + String.join(" or ", nearest) + "?";
    }

    private int failed(Exception failure, CommandLine command) {
        if (failure instanceof Failure expected) {
            terminal.err().println(terminal.red(expected.text()));
            if (expected.kind() == Failure.Kind.USAGE) {
                terminal.err().println("See: " + command.getCommandSpec().qualifiedName() + " --help");
            }
            return expected.kind().exitCode();
        }
        failure.printStackTrace(terminal.err());
        return BUG;
    }
}
