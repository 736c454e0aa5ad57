package dev.backplane.cli;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A command that the script {@code ./backplane} runs itself. It is here for the help, suggestions and completion.
 *
 * @param synopsis the arguments and options
 * @param example the words of an example
 */
record LauncherCommand(String name, String synopsis, String summary, String example) implements Callable<Integer> {

    static final List<LauncherCommand> ALL = List.of(
            new LauncherCommand(
                    "up",
                    "[--port N] [--detach] [--data FOLDER] [--speed N] [--builds OUTCOME[:SECONDS]] [--verbose] [--templates FOLDER]",
                    "Builds what has changed, then runs the whole suite on this machine until Ctrl-C. With --detach it"
                            + " runs in the background, and the command returns when it is ready. Data is kept in"
                            + " memory, or in FOLDER with --data. Waits in workflows are 30 times shorter than on AWS,"
                            + " or N times with --speed. --templates runs other templates than those of the build.",
                    "up --port 4600 --data ./data"),
            new LauncherCommand(
                    "invoke",
                    "FUNCTION EVENT.json [--port N]",
                    "Invokes a function of the running suite with the event in a file.",
                    "invoke CreateDeployment events/CreateDeployment.json"),
            new LauncherCommand(
                    "executions",
                    "[NAME] [--port N]",
                    "Lists the workflow executions of the running suite, newest first, or shows the history of one.",
                    "executions"),
            new LauncherCommand(
                    "synth",
                    "[CDK OPTION ...]",
                    "Writes the CloudFormation templates to cdk.out and lists the stacks. Needs no AWS account.",
                    "synth -c stage=prod"),
            new LauncherCommand(
                    "bootstrap",
                    "[CDK OPTION ...]",
                    "Prepares your AWS account and region for the CDK, once before the first deployment.",
                    "bootstrap --profile ops"),
            new LauncherCommand(
                    "diff", "[CDK OPTION ...]", "Shows what a deployment would change.", "diff -c stage=prod"),
            new LauncherCommand(
                    "deploy",
                    "[--yes] [--concurrency N] [CDK OPTION ...]",
                    "Installs or updates every stack of a stage in your AWS account, up to N stacks at a time (default"
                            + " 3). --yes skips the confirmation.",
                    "deploy -c stage=prod"),
            new LauncherCommand(
                    "destroy",
                    "[--force] [CDK OPTION ...]",
                    "Deletes the stacks of a stage. Tables and the user pool are kept. --force skips the confirmation.",
                    "destroy -c stage=prod"),
            new LauncherCommand(
                    "package",
                    "aot [SERVICE ...]",
                    "Builds the packages for packaging=aot, for all services or the given ones. Each contains a Java"
                            + " runtime and an AOT cache for this machine's architecture. Linux only.",
                    "package aot pool"),
            new LauncherCommand(
                    "bench",
                    "[BENCHMARK ...] [--repetitions N] [--smoke] [--write]",
                    "Runs benchmarks, or lists them. --repetitions sets the number of measurements, --smoke only tests"
                            + " that the benchmarks work, --write updates docs/performance.md.",
                    "bench"),
            new LauncherCommand(
                    "test",
                    "[MAVEN OPTION ...]",
                    "Builds everything and runs the tests and checks; with -Pall also the large tests.",
                    "test"));

    CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .customSynopsis("backplane " + name + " " + synopsis)
                .description(summary)
                .footer("", "Example:", "  backplane " + example);
        return spec;
    }

    @Override
    public Integer call() {
        throw new Failure(Kind.USAGE, "This is a command of the script: ./backplane " + name + " " + synopsis);
    }
}
