package dev.backplane.local;

import dev.backplane.local.stepfunctions.TimeScale;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What {@link LocalMain} was asked to do.
 *
 * @param templates the folder with the synthesized templates
 * @param data where data survives a restart; in memory when empty
 * @param speed how fast the time of workflows passes
 */
record Arguments(Path templates, int port, Optional<Path> data, TimeScale speed, boolean verbose, boolean help) {

    static final String USAGE = """
            Usage: backplane up [--port N] [--data FOLDER] [--speed N] [--verbose] [--templates FOLDER]

              --port N            the port to serve on; 4510 without it, any free one with 0
              --data FOLDER       keep data and keys in this folder, to find them again at the next start
              --speed N           let the waits of workflows pass N times as fast as on AWS; 30 without it
              --verbose           print every request and every line that functions log
              --templates FOLDER  the synthesized templates; infra/target/cdk.out without it
              --help              print this text""";

    private static final Arguments DEFAULTS = new Arguments(
            Path.of("infra", "target", "cdk.out"), 4510, Optional.empty(), TimeScale.STANDARD, false, false);
    private static final int MAX_PORT = 65_535;

    /** The arguments make no sense; the message says which. */
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
                case "--verbose" ->
                    new Arguments(parsed.templates, parsed.port, parsed.data, parsed.speed, true, parsed.help);
                case "--help", "-h" ->
                    new Arguments(parsed.templates, parsed.port, parsed.data, parsed.speed, parsed.verbose, true);
                default -> throw new UsageException("Unknown option " + option);
            };
        }
        return parsed;
    }

    private Arguments withTemplates(Path folder) {
        return new Arguments(folder, port, data, speed, verbose, help);
    }

    private Arguments withPort(int number) {
        return new Arguments(templates, number, data, speed, verbose, help);
    }

    private Arguments withData(Path folder) {
        return new Arguments(templates, port, Optional.of(folder), speed, verbose, help);
    }

    private Arguments withSpeed(TimeScale factor) {
        return new Arguments(templates, port, data, factor, verbose, help);
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
        } catch (IllegalArgumentException e) { // not a number, or none that makes sense
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
            // not a number: told below, together with numbers that are no port
        }
        throw new UsageException("--port needs a number from 0 to " + MAX_PORT + ", not " + text);
    }
}
