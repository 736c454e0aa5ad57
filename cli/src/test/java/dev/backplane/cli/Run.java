package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a command printed, and its exit code. */
record Run(int exit, String out, String err) {

    /** The way to run commands: the environment, and whether a person reads the output. */
    record Setup(Map<String, String> environment, boolean interactive, Terminal.Pause pause, Terminal.Browser browser) {

        static Setup at(URI suite) {
            return new Setup(
                    // Not the sessions of the person who runs the tests.
                    Map.of("BACKPLANE_URL", suite.toString(), "XDG_CONFIG_HOME", "target/no-settings"),
                    false,
                    _ -> false,
                    _ -> false);
        }

        Setup with(String variable, String value) {
            Map<String, String> changed = new TreeMap<>(environment);
            changed.put(variable, value);
            return new Setup(changed, interactive, pause, browser);
        }

        Setup without(String variable) {
            Map<String, String> changed = new TreeMap<>(environment);
            changed.remove(variable);
            return new Setup(changed, interactive, pause, browser);
        }

        Setup onATerminal() {
            return new Setup(environment, true, pause, browser);
        }

        Setup pausing(Terminal.Pause other) {
            return new Setup(environment, interactive, other, browser);
        }

        Setup browsing(Terminal.Browser other) {
            return new Setup(environment, interactive, pause, other);
        }

        Run run(String... words) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            Terminal terminal = new Terminal(
                    new PrintWriter(out),
                    new PrintWriter(err),
                    InputStream.nullInputStream(),
                    environment,
                    interactive,
                    pause,
                    browser);
            int exit = new Cli(terminal).run(words);
            return new Run(exit, out.toString(), err.toString());
        }
    }

    /** Splits a line into words as a shell does, with single quotes. */
    static String[] words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        boolean started = false;
        for (char character : (line + " ").toCharArray()) {
            if (character == '\'') {
                quoted = !quoted;
                started = true;
            } else if (character == ' ' && !quoted) {
                if (started) {
                    words.add(word.toString());
                }
                word.setLength(0);
                started = false;
            } else {
                word.append(character);
                started = true;
            }
        }
        return words.toArray(String[]::new);
    }
}
