package dev.backplane.cli;

import dev.backplane.cli.deploy.Deployer;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "deploy",
        description = "Installs or updates every stack of a stage in your AWS account.",
        footer = {"", "Example:", "  backplane deploy -c stage=prod"})
final class DeployCommand implements Callable<Integer> {

    @Option(
            names = {"-y", "--yes"},
            description = "Skip the confirmation.")
    private boolean yes;

    @Option(names = "--concurrency", paramLabel = "N", description = "How many stacks at a time; 3 if absent.")
    private String concurrency = "3";

    @Parameters(arity = "0..*", paramLabel = "CDK_OPTION", description = "An option of the CDK CLI.")
    private List<String> options = List.of();

    private final Terminal terminal;

    DeployCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (!concurrency.matches("[1-9][0-9]{0,2}")) {
            throw new Failure(Kind.USAGE, "--concurrency needs a number of at least 1.");
        }
        new Deployer(ProjectCommands.checkout(terminal), terminal, options).deploy(yes, Integer.parseInt(concurrency));
        return 0;
    }
}
