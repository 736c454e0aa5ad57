package dev.backplane.cli.deploy;

import dev.backplane.cli.build.Programs;
import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The account and region of the credentials, called with the AWS CLI.
 *
 * @param environment the variables with which the AWS CLI and the CDK use both
 */
record Account(String id, String region, Map<String, String> environment, Programs programs, String program) {

    /** Finds account and region from the credentials and the option {@code --profile}. */
    static Account find(Terminal terminal, Path folder, List<String> options) {
        Map<String, String> environment = new TreeMap<>();
        profile(options).ifPresent(profile -> environment.put("AWS_PROFILE", profile));
        String program = new Tools(terminal).path(Tool.AWS);
        Account caller = new Account("", "", environment, new Programs(terminal, folder), program);
        String region = terminal.variable("AWS_REGION")
                .or(() -> terminal.variable("AWS_DEFAULT_REGION"))
                .orElseGet(() -> caller.call("configure", "get", "region").out());
        if (region.isEmpty()) {
            throw new Failure(
                    Kind.REFUSED,
                    "No region is set. Set it for this command, e.g. AWS_REGION=eu-central-1 ./backplane ..., or for all"
                            + " with: aws configure set region eu-central-1");
        }
        environment.put("AWS_REGION", region);
        // Version 1 of the AWS CLI only reads this variable.
        environment.put("AWS_DEFAULT_REGION", region);
        Programs.Result identity = caller.call("sts", "get-caller-identity", "--query", "Account", "--output", "text");
        if (!identity.successful()) {
            throw new Failure(
                    Kind.REFUSED,
                    identity.err() + System.lineSeparator()
                            + "No valid AWS credentials. Sign in, e.g. with 'aws sso login', or set AWS_PROFILE or"
                            + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; 'aws sts get-caller-identity' must work.");
        }
        return new Account(identity.out(), region, environment, caller.programs, program);
    }

    private static Optional<String> profile(List<String> options) {
        for (int at = 0; at < options.size(); at++) {
            if (options.get(at).startsWith("--profile=")) {
                return Optional.of(options.get(at).substring("--profile=".length()));
            }
            if (options.get(at).equals("--profile") && at + 1 < options.size()) {
                return Optional.of(options.get(at + 1));
            }
        }
        return Optional.empty();
    }

    /** Runs a command of the AWS CLI. */
    Programs.Result call(String... words) {
        return programs.read(Stream.concat(Stream.of(program), Stream.of(words)).toList(), environment);
    }

    /** Returns the text that a command of the AWS CLI prints. */
    String text(String... words) {
        Programs.Result result = call(words);
        if (!result.successful()) {
            throw new Failure(Kind.REFUSED, result.err());
        }
        return result.out();
    }
}
