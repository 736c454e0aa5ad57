package dev.backplane.cli;

import dev.backplane.cli.deploy.Deployer;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "destroy",
        description = "Deletes the stacks of a stage. Tables and the user pool are kept.",
        footer = {"", "Example:", "  backplane destroy -c stage=prod"})
final class DestroyCommand implements Callable<Integer> {

    @Option(
            names = {"-f", "--force"},
            description = "Skip the confirmation.")
    private boolean force;

    @Parameters(arity = "0..*", paramLabel = "CDK_OPTION", description = "An option of the CDK CLI.")
    private List<String> options = List.of();

    private final Terminal terminal;

    DestroyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return new Deployer(ProjectCommands.checkout(terminal), terminal, options).destroy(force);
    }
}
