package dev.backplane.cli;

import dev.backplane.cli.build.Installation;
import dev.backplane.cli.build.Java;
import dev.backplane.cli.build.Maven;
import dev.backplane.cli.build.Programs;
import dev.backplane.cli.build.SuiteBuild;
import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.deploy.Deployer;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that build, test and deploy the project with Maven and the CDK, and pass their words on to them. */
final class ProjectCommands {

    private static final String CDK_OPTION = "CDK_OPTION";

    private final Terminal terminal;
    private final Installation installation;

    private ProjectCommands(Terminal terminal) {
        this.terminal = terminal;
        this.installation = Installation.of(terminal);
    }

    static Map<String, CommandSpec> all(Terminal terminal) {
        ProjectCommands commands = new ProjectCommands(terminal);
        Map<String, CommandSpec> all = new LinkedHashMap<>();
        all.put(
                "synth",
                WordsCommand.spec(
                        CDK_OPTION,
                        "Writes the CloudFormation templates to cdk.out and lists the stacks. Needs no AWS account.",
                        "synth -c stage=prod",
                        commands::synth));
        all.put(
                "bootstrap",
                WordsCommand.spec(
                        CDK_OPTION,
                        "Prepares your AWS account and region for the CDK, once before the first deployment.",
                        "bootstrap --profile ops",
                        words -> commands.deployer(words).bootstrap()));
        all.put(
                "diff",
                WordsCommand.spec(
                        CDK_OPTION,
                        "Shows what a deployment would change.",
                        "diff -c stage=prod",
                        words -> commands.deployer(words).diff()));
        all.put(
                "test",
                WordsCommand.spec(
                        "MAVEN_OPTION",
                        "Builds everything and runs the tests and checks; with -Pall also the large tests.",
                        "test -Pall",
                        commands::test));
        CommandSpec app =
                WordsCommand.spec("WORD", "Runs the CDK application for the CDK CLI.", "_app", _ -> commands.app());
        app.usageMessage().hidden(true);
        all.put("_app", app);
        return all;
    }

    /** Returns the installation, if it has sources. */
    static Installation checkout(Terminal terminal) {
        Installation installation = Installation.of(terminal);
        if (installation.released()) {
            throw new Failure(
                    Kind.USAGE,
                    "A release has no sources. Clone the repository for this command; up and the commands that call a"
                            + " suite work here.");
        }
        return installation;
    }

    private Deployer deployer(List<String> words) {
        return new Deployer(checkout(terminal), terminal, words);
    }

    private int synth(List<String> words) {
        List<String> stacks = deployer(words).synth();
        terminal.err().println("Stacks:");
        terminal.err().flush();
        stacks.forEach(terminal.out()::println);
        return 0;
    }

    private int test(List<String> words) {
        checkout(terminal);
        new Tools(terminal).need(Tool.MAVEN, Tool.NODE);
        // Services are independent and tested concurrently, with more threads than cores because tests often wait.
        Stream<String> arguments = Stream.of("verify", "-T", "1.5C", "-Dcdk.validation=true");
        new Maven(installation, terminal)
                .run(
                        "Building and testing",
                        "test.log",
                        Maven.Detail.LINES,
                        Stream.concat(arguments, words.stream()).toList());
        return 0;
    }

    /** The CDK CLI sets the output folder and the context in the environment. */
    private int app() {
        checkout(terminal);
        SuiteBuild build = new SuiteBuild(installation, terminal);
        build.run();
        return new Programs(terminal, installation.root())
                .show(
                        List.of(
                                Java.program(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                installation.classPath(Installation.INFRA),
                                "dev.backplane.infra.BackplaneApp"),
                        Map.of("JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION", build.nodeMajor()));
    }
}
