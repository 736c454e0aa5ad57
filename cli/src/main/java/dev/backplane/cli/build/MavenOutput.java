package dev.backplane.cli.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads from Maven's output how far a build is, and why it failed. */
final class MavenOutput {

    private static final Pattern MODULE =
            Pattern.compile("\\[INFO\\] Building (?:Backplane )?(.+?)(?: \\S+-SNAPSHOT)? +\\[(\\d+)/(\\d+)\\]");
    private static final Pattern GOAL =
            Pattern.compile("\\[INFO\\] --- (?:maven-)?([a-z-]+?)(?:-maven-plugin|-plugin)?:\\S+:(\\S+) .*");
    private static final Pattern DOWNLOADED =
            Pattern.compile("(?:\\[INFO\\] )?Downloaded from \\S+: \\S+ \\(([0-9.]+) ([kMG]?)B.*");
    private static final Pattern TRANSFER = Pattern.compile("(?:\\[INFO\\] )?(?:Downloading|Downloaded|Progress) .*");

    private static final int MAX_ERRORS = 20;
    private static final List<String> HELP = List.of(
            "-> [Help",
            "[Help",
            "Re-run Maven",
            "To see the full stack trace",
            "For more information about the errors",
            "After correcting the problems",
            "mvn <args>");

    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private String module = "";
    private String goal = "";
    private int files;
    private double megabytes;
    private boolean offline;
    private boolean diskFull;

    /** Reads a line, and returns whether it is more than a sign of a transfer. */
    boolean accept(String line) {
        Matcher building = MODULE.matcher(line);
        Matcher running = GOAL.matcher(line);
        Matcher downloaded = DOWNLOADED.matcher(line);
        if (building.matches()) {
            module = "[" + building.group(2) + "/" + building.group(3) + "] " + building.group(1);
            goal = "";
        } else if (running.matches()) {
            goal = running.group(1).equals(running.group(2))
                    ? running.group(1)
                    : running.group(1) + " " + running.group(2);
        } else if (downloaded.matches()) {
            files++;
            megabytes += Double.parseDouble(downloaded.group(1)) * megabytes(downloaded.group(2));
        } else if (line.startsWith("[ERROR]")) {
            error(line);
        } else if (line.startsWith("[WARNING] /")) {
            // The compiler fails on warnings, and then reports them only as such.
            warnings.add(line.substring("[WARNING] ".length()));
        }
        return !TRANSFER.matcher(line).matches();
    }

    private static double megabytes(String unit) {
        return switch (unit) {
            case "k" -> 1e-3;
            case "M" -> 1;
            case "G" -> 1e3;
            default -> 1e-6;
        };
    }

    private void error(String line) {
        offline |= line.contains("Could not transfer")
                || line.contains("Unknown host")
                || line.contains("Network is unreachable")
                || line.contains("in offline mode");
        diskFull |= line.contains("No space left on device");
        String text = line.substring("[ERROR]".length()).strip();
        // Maven's last lines are about Maven.
        boolean help = HELP.stream().anyMatch(text::startsWith);
        if (!text.isEmpty() && !help && errors.size() < MAX_ERRORS) {
            errors.add(text);
        }
    }

    /** Returns what Maven is doing. */
    String detail() {
        String doing = module.isEmpty() || goal.isEmpty() ? module + goal : module + ": " + goal;
        return doing.isEmpty() || files == 0 ? doing + downloads() : doing + "; " + downloads();
    }

    /** Returns how much was downloaded; empty if nothing. */
    String downloads() {
        return files == 0 ? "" : String.format(Locale.ROOT, "%d downloads, %.1f MB", files, megabytes);
    }

    /** Returns the first errors, without Maven's advice about Maven. */
    List<String> errors() {
        return errors.stream().anyMatch(error -> error.contains("-Werror"))
                ? Stream.concat(warnings.stream(), errors.stream())
                        .limit(MAX_ERRORS)
                        .toList()
                : errors;
    }

    /** Returns a likely cause of a failure; empty if there is none. */
    String cause() {
        if (diskFull) {
            return "The disk is full.";
        }
        return offline
                ? "Libraries could not be downloaded. Check the network; behind a proxy, configure it in"
                        + " ~/.m2/settings.xml (https://maven.apache.org/guides/mini/guide-proxies.html)."
                : "";
    }
}
