package dev.backplane.cli.deploy;

import dev.backplane.cli.build.Installation;
import dev.backplane.cli.build.Programs;
import dev.backplane.cli.build.Progress;
import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The pinned CDK CLI, installed in a folder of the project and run without telemetry and notices. */
public final class Cdk {

    static final String VERSION = "2.1147.0";

    private final Installation installation;
    private final Terminal terminal;
    private final Programs programs;

    public Cdk(Installation installation, Terminal terminal) {
        this.installation = installation;
        this.terminal = terminal;
        this.programs = new Programs(terminal, installation.root());
    }

    /** Runs a command of the CDK, and returns its exit code. */
    int show(Map<String, String> environment, Stream<String> words) {
        return programs.show(command(words), silent(environment));
    }

    /** Runs a command of the CDK, and returns its output. */
    String read(Stream<String> words) {
        Programs.Result result = programs.read(command(words), silent(Map.of()));
        if (!result.successful()) {
            throw new Failure(Kind.REFUSED, result.err());
        }
        return result.out();
    }

    private static Map<String, String> silent(Map<String, String> environment) {
        Map<String, String> changes = new TreeMap<>(environment);
        changes.put("CDK_DISABLE_CLI_TELEMETRY", "true");
        return changes;
    }

    private List<String> command(Stream<String> words) {
        Path folder = installation.work().resolve("cdk-" + VERSION);
        Path program = folder.resolve("node_modules/.bin/cdk");
        if (!Files.isExecutable(program)) {
            install(folder);
        }
        return Stream.concat(Stream.of(program.toString(), "--no-notices"), words)
                .toList();
    }

    private void install(Path folder) {
        try (Progress progress = Progress.start(terminal, "Installing the CDK CLI " + VERSION)) {
            Programs.Result result = programs.read(
                    List.of(
                            new Tools(terminal).path(Tool.NPM),
                            "install",
                            "--silent",
                            "--no-audit",
                            "--no-fund",
                            "--prefix",
                            folder.toString(),
                            "aws-cdk@" + VERSION),
                    Map.of());
            if (!result.successful()) {
                progress.stop();
                throw new Failure(Kind.REFUSED, "The CDK CLI cannot be installed: " + result.err());
            }
            progress.done();
        }
    }
}
