package dev.backplane.local;

import dev.backplane.local.codebuild.BuildOutcome;
import dev.backplane.local.stepfunctions.TimeScale;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The command line arguments of {@link LocalMain}.
 *
 * @param templates the folder with the synthesized templates
 * @param data the data folder; in memory when empty
 * @param speed the time scale of workflows
 * @param builds how builds of CodeBuild end
 */
record Arguments(
        Path templates,
        int port,
        Optional<Path> data,
        TimeScale speed,
        BuildOutcome builds,
        boolean verbose,
        boolean help) {

    static final String USAGE = """
            Usage: backplane up [--port N] [--data FOLDER] [--speed N] [--builds OUTCOME[:SECONDS]] [--verbose]
                                [--templates FOLDER]

              --port N            the port; 4510 by default, 0 for a free port
              --data FOLDER       store data and keys in this folder
              --speed N           run the waits of workflows N times faster than AWS; 30 by default
              --builds OUTCOME    how builds of CodeBuild end: succeeded, failed, fault, timed_out, stopped or never;
                                  succeeded by default, after two seconds; failed:10 after ten
              --verbose           print every request and every log line of functions
              --templates FOLDER  the synthesized templates; infra/target/cdk.out by default
              --help              print this text""";

    private static final Arguments DEFAULTS = new Arguments(
            Path.of("infra", "target", "cdk.out"),
            4510,
            Optional.empty(),
            TimeScale.STANDARD,
            BuildOutcome.STANDARD,
            false,
            false);
    private static final int MAX_PORT = 65_535;

    /** Invalid arguments. */
    static final class UsageException extends Exception {

        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    static Arguments parse(List<String> words) throws UsageException {
        Arguments parsed = DEFAULTS;
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            parsed = switch (option) {
                case "--templates" -> parsed.withTemplates(Path.of(value(option, rest)));
                case "--port" -> parsed.withPort(port(value(option, rest)));
                case "--data" -> parsed.withData(Path.of(value(option, rest)));
                case "--speed" -> parsed.withSpeed(speed(value(option, rest)));
                case "--builds" -> parsed.withBuilds(builds(value(option, rest)));
                case "--verbose" ->
                    new Arguments(
                            parsed.templates, parsed.port, parsed.data, parsed.speed, parsed.builds, true, parsed.help);
                case "--help", "-h" ->
                    new Arguments(
                            parsed.templates,
                            parsed.port,
                            parsed.data,
                            parsed.speed,
                            parsed.builds,
                            parsed.verbose,
                            true);
                default -> throw new UsageException("Unknown option " + option);
            };
        }
        return parsed;
    }

    private Arguments withTemplates(Path folder) {
        return new Arguments(folder, port, data, speed, builds, verbose, help);
    }

    private Arguments withPort(int number) {
        return new Arguments(templates, number, data, speed, builds, verbose, help);
    }

    private Arguments withData(Path folder) {
        return new Arguments(templates, port, Optional.of(folder), speed, builds, verbose, help);
    }

    private Arguments withSpeed(TimeScale factor) {
        return new Arguments(templates, port, data, factor, builds, verbose, help);
    }

    private Arguments withBuilds(BuildOutcome outcome) {
        return new Arguments(templates, port, data, speed, outcome, verbose, help);
    }

    private static BuildOutcome builds(String text) throws UsageException {
        try {
            return BuildOutcome.parse(text);
        } catch (IllegalArgumentException e) { // not an outcome, or not a number of seconds
            throw new UsageException("--builds needs an outcome such as failed:10, not " + text);
        }
    }

    private static String value(String option, Iterator<String> rest) throws UsageException {
        if (!rest.hasNext()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.next();
    }

    private static TimeScale speed(String text) throws UsageException {
        try {
            return new TimeScale(Double.parseDouble(text));
        } catch (IllegalArgumentException e) { // not a valid number
            throw new UsageException("--speed needs a number above 0, not " + text);
        }
    }

    private static int port(String text) throws UsageException {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= MAX_PORT) {
                return number;
            }
        } catch (NumberFormatException e) {
            // not a number: reported below, like numbers out of range
        }
        throw new UsageException("--port needs a number from 0 to " + MAX_PORT + ", not " + text);
    }
}
