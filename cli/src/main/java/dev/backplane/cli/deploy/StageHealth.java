package dev.backplane.cli.deploy;

import dev.backplane.cli.build.Programs;
import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** What AWS knows about a deployed stage, read with the AWS CLI. */
public final class StageHealth {

    // Lambda does not list the states of functions, so there is a call for each.
    private static final int CONCURRENT_CALLS = 8;

    private final String prefix;
    private final Map<String, String> environment;
    private final Programs programs;
    private final String program;

    public StageHealth(Terminal terminal, String stage, String region) {
        this.prefix = "backplane-" + stage + "-";
        this.environment = Map.of("AWS_REGION", region, "AWS_DEFAULT_REGION", region);
        this.programs = new Programs(terminal, Path.of("").toAbsolutePath());
        this.program = new Tools(terminal).path(Tool.AWS);
    }

    /** Returns the names of the alarms that are raised. */
    public List<String> raisedAlarms() {
        return words(
                "cloudwatch",
                "describe-alarms",
                "--alarm-name-prefix",
                prefix,
                "--state-value",
                "ALARM",
                "--query",
                "MetricAlarms[].AlarmName",
                "--output",
                "text");
    }

    /**
     * Returns the functions whose snapshot Lambda has removed, because nobody called them for 14 days: their next call
     * fails until there is a new one.
     */
    public List<String> staleSnapshots() {
        List<String> functions = words(
                "lambda",
                "list-functions",
                "--query",
                "Functions[?starts_with(FunctionName, '" + prefix
                        + "') && SnapStart.ApplyOn=='PublishedVersions'].FunctionName",
                "--output",
                "text");
        List<String> stale = new ArrayList<>();
        try (ExecutorService calls = Executors.newFixedThreadPool(CONCURRENT_CALLS)) {
            List<Future<String>> states = functions.stream()
                    .map(function -> calls.submit(() -> state(function)))
                    .toList();
            for (int i = 0; i < functions.size(); i++) {
                if (states.get(i).get().equals("Inactive")) {
                    stale.add(functions.get(i));
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Failure failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(Kind.INTERRUPTED, "Stopped.");
        }
        return stale;
    }

    private String state(String function) {
        return String.join(
                " ",
                words(
                        "lambda",
                        "get-function-configuration",
                        "--function-name",
                        function,
                        "--qualifier",
                        "live",
                        "--query",
                        "State",
                        "--output",
                        "text"));
    }

    private List<String> words(String... call) {
        Programs.Result result =
                programs.read(Stream.concat(Stream.of(program), Stream.of(call)).toList(), environment);
        if (!result.successful()) {
            throw new Failure(Kind.REFUSED, result.err().lines().findFirst().orElse("The AWS CLI failed."));
        }
        return Stream.of(result.out().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
