package dev.backplane.cli;

import dev.backplane.cli.build.Installation;
import dev.backplane.cli.build.Java;
import dev.backplane.cli.build.Programs;
import dev.backplane.cli.build.SuiteBuild;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "up",
        description = "Builds what has changed, then runs the whole suite on this machine until Ctrl-C, or in the"
                + " background with --detach.",
        footer = {"", "Example:", "  backplane up --port 4600 --data ./data"})
final class UpCommand implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "N",
            description = "The port; 4510 if absent, 0 for a free one.")
    private int port = 4510;

    @Option(
            names = {"-d", "--detach"},
            description = "Run in the background, and return when the suite is ready.")
    private boolean detach;

    @Option(names = "--data", paramLabel = "FOLDER", description = "Keep data in this folder; in memory if absent.")
    private String data = "";

    @Option(
            names = "--speed",
            paramLabel = "N",
            description = "Make waits in workflows N times shorter than on AWS; 30 if absent.")
    private String speed = "";

    @Option(
            names = "--builds",
            paramLabel = "OUTCOME[:SECONDS]",
            description = "How builds of CodeBuild end: succeeded, failed, fault, timed_out, stopped or never.")
    private String builds = "";

    @Option(
            names = "--templates",
            paramLabel = "FOLDER",
            description = "Run these templates instead of those of the build.")
    private String templates = "";

    @Option(names = "--verbose", description = "Print every request, log line of a function, and event.")
    private boolean verbose;

    private final Terminal terminal;

    UpCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (port < 0 || port > MAX_PORT) {
            throw new Failure(Kind.USAGE, "--port needs a number from 0 to " + MAX_PORT + ".");
        }
        Background background = Background.of(terminal, port);
        if (detach && background.process().isPresent()) {
            throw new Failure(
                    Kind.REFUSED,
                    "The suite on port " + port + " runs already. Stop it with: ./backplane down --port " + port);
        }
        Installation installation = Installation.of(terminal);
        new SuiteBuild(installation, terminal).run();
        if (detach) {
            background.start(command(installation, "--verbose"), terminal);
            return 0;
        }
        if (terminal.interactive()) {
            terminal.err().println("Starting the suite ...");
            terminal.err().flush();
        }
        // Relative folders are those of the caller.
        return new Programs(terminal, Path.of("").toAbsolutePath()).show(command(installation), Map.of());
    }

    private List<String> command(Installation installation, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Java.program(),
                // Identifies the process: command lines may be cut.
                Background.FIRST_OPTION,
                "-Dbackplane.attached=" + !detach,
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        terminal.variable("BACKPLANE_JAVA_OPTS")
                .ifPresent(options -> command.addAll(List.of(options.strip().split("\\s+"))));
        command.addAll(List.of(
                "-cp",
                installation.classPath(Installation.LOCAL_CLOUD),
                "dev.backplane.local.LocalMain",
                "--templates",
                templates.isEmpty() ? installation.templates().toString() : templates,
                "--port",
                Integer.toString(port)));
        add(command, "--data", data);
        add(command, "--speed", speed);
        add(command, "--builds", builds);
        command.addAll(
                verbose && !detach ? List.of("--verbose") : Stream.of(more).toList());
        return command;
    }

    private static void add(List<String> command, String option, String value) {
        if (!value.isEmpty()) {
            command.addAll(List.of(option, value));
        }
    }
}
