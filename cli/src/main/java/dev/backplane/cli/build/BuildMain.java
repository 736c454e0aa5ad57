package dev.backplane.cli.build;

import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.output.Terminal;
import java.util.List;

/** Builds the command line itself, for the launcher, which runs this class from its source. */
public final class BuildMain {

    private BuildMain() {}

    public static void main(String[] words) {
        Terminal terminal = Terminal.ofProcess();
        try {
            new Tools(terminal).need(Tool.MAVEN);
            new Maven(Installation.of(terminal), terminal)
                    .run(
                            "Building the command line",
                            "build-cli.log",
                            Maven.Detail.PROGRESS,
                            List.of("-pl", Installation.CLI, "package", "-Dmaven.test.skip"));
        } catch (Failure failure) {
            terminal.err().println(failure.text());
            System.exit(failure.kind().exitCode());
        }
    }
}
