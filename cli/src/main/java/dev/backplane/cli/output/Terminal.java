package dev.backplane.cli.output;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a command reads and writes besides the network.
 *
 * @param environment the environment variables
 * @param interactive whether a person reads the output
 * @param pause how to wait between two calls
 * @param browser how to open a page for the person at the terminal
 */
public record Terminal(
        PrintWriter out,
        PrintWriter err,
        InputStream in,
        Map<String, String> environment,
        boolean interactive,
        Pause pause,
        Browser browser) {

    /** Waits, so that tests need not. */
    @FunctionalInterface
    public interface Pause {

        /** Waits, and returns whether to go on. */
        boolean await(Duration duration);
    }

    /** Opens pages. */
    @FunctionalInterface
    public interface Browser {

        /** Opens a page, and returns whether there is a browser. */
        boolean open(URI page);
    }

    /** Returns the terminal of this process. */
    public static Terminal ofProcess() {
        return new Terminal(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                System.in,
                System.getenv(),
                Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent(),
                Terminal::sleep,
                Terminal::browse);
    }

    private static boolean sleep(Duration duration) {
        try {
            Thread.sleep(duration);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean browse(URI page) {
        boolean mac = System.getProperty("os.name").startsWith("Mac");
        try {
            new ProcessBuilder(mac ? "open" : "xdg-open", page.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the value of an environment variable; an empty one counts as absent. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /** Returns whether the output has colors: only on a terminal, and never with NO_COLOR (no-color.org). */
    public boolean colored() {
        return interactive
                && variable("NO_COLOR").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /** Returns the text in bold, if the output has colors. */
    public String bold(String text) {
        return colored() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    /** Returns the text in red, if the output has colors. */
    public String red(String text) {
        return colored() ? "\u001b[31m" + text + "\u001b[0m" : text;
    }

    /** Removes everything above, so that a repeated table replaces the one before. */
    public void clear() {
        if (interactive) {
            out.print("\u001b[H\u001b[2J");
        }
    }

    /** Replaces control characters, with which stored text could control the terminal. */
    public static String printable(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints()
                .map(character -> Character.isISOControl(character) || Character.getType(character) == Character.FORMAT
                        ? '\ufffd'
                        : character)
                .forEach(safe::appendCodePoint);
        return safe.toString();
    }
}
