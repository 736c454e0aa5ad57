package dev.backplane.cli;

import dev.backplane.cli.build.AotPackages;
import dev.backplane.cli.build.Installation;
import dev.backplane.cli.build.SuiteArchive;
import dev.backplane.cli.build.SuiteBuild;
import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "package",
        description =
                "Builds packages. suite: a zip file that runs the suite with a JDK alone, without Maven and Node.js."
                        + " aot: the packages for packaging=aot, for all services or the given ones; each contains a Java runtime"
                        + " and an AOT cache for this machine's architecture (Linux only).",
        footer = {"", "Example:", "  backplane package aot pool"})
final class PackageCommand implements Callable<Integer> {

    @Parameters(paramLabel = "KIND", description = "suite or aot.")
    private String kind = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "SERVICE", description = "Only these services.")
    private List<String> services = List.of();

    private final Terminal terminal;

    PackageCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (!kind.equals("aot") && !(kind.equals("suite") && services.isEmpty())) {
            throw new Failure(
                    Kind.USAGE, "There is no package '" + kind + "': use suite, or aot with the names of services.");
        }
        for (String service : services) {
            if (!AotPackages.SERVICES.contains(service)) {
                throw new Failure(Kind.USAGE, "Unknown service '" + service + "'.");
            }
        }
        Installation installation = ProjectCommands.checkout(terminal);
        new Tools(terminal).need(Tool.MAVEN, Tool.NODE);
        new SuiteBuild(installation, terminal).run();
        if (kind.equals("suite")) {
            terminal.out().println(new SuiteArchive(installation).write());
            return 0;
        }
        new AotPackages(installation, terminal).build(services.isEmpty() ? AotPackages.SERVICES : services);
        return 0;
    }
}
