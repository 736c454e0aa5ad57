package dev.backplane.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.build.Installation;
import dev.backplane.cli.build.Java;
import dev.backplane.cli.build.Maven;
import dev.backplane.cli.build.Programs;
import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "bench",
        description = "Runs benchmarks, or lists them.",
        footer = {"", "Example:", "  backplane bench cold-start --smoke"})
final class BenchCommand implements Callable<Integer> {

    @Parameters(arity = "0..*", paramLabel = "BENCHMARK", description = "The benchmarks to run; none lists them.")
    private List<String> names = List.of();

    @Option(names = "--repetitions", paramLabel = "N", description = "The number of measurements.")
    private String repetitions = "";

    @Option(names = "--smoke", description = "Only test that the benchmarks work.")
    private boolean smoke;

    @Option(names = "--write", description = "Update docs/performance.md.")
    private boolean write;

    @Mixin
    private final FormatOption format = new FormatOption();

    private final Terminal terminal;

    BenchCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Installation installation = ProjectCommands.checkout(terminal);
        if (names.isEmpty()) {
            list(installation);
            return 0;
        }
        new Tools(terminal).need(Tool.MAVEN, Tool.NODE);
        new Maven(installation, terminal)
                .run(
                        "Building the benchmarks",
                        "build-bench.log",
                        Maven.Detail.PROGRESS,
                        List.of("-pl", Installation.BENCH, "-am", "package", "-Dmaven.test.skip"));
        return new Programs(terminal, installation.root()).show(command(installation), Map.of());
    }

    /** The list is a file of the module, so that it can be shown before a build. */
    private void list(Installation installation) throws IOException {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ArrayNode items = list.putArray("items");
        for (String line : Files.readAllLines(installation.root().resolve("bench/src/main/resources/benchmarks.txt"))) {
            String[] words = line.split(" ", 2);
            items.addObject().put("name", words[0]).put("purpose", words[1].strip());
        }
        format.print(terminal, list, List.of("name", "purpose"));
    }

    private List<String> command(Installation installation) {
        List<String> command = new ArrayList<>(List.of(
                Java.program(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dbackplane.root=" + installation.root(),
                "-cp",
                installation.classPath(Installation.BENCH),
                "dev.backplane.bench.BenchMain"));
        command.addAll(names);
        if (!repetitions.isEmpty()) {
            command.addAll(List.of("--repetitions", repetitions));
        }
        if (smoke) {
            command.add("--smoke");
        }
        if (write) {
            command.add("--write");
        }
        return command;
    }
}
