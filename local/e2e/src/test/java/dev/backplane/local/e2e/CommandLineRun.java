package dev.backplane.local.e2e;

import dev.backplane.cli.Cli;
import dev.backplane.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Runs commands of the command line against a suite, in this process. */
record CommandLineRun(URI suite, Map<String, String> environment, Terminal.Browser browser) {

    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Runs commands as the client of suites on this machine. */
    CommandLineRun(URI suite) {
        // Not the sessions of the person who runs the tests.
        this(suite, Map.of("XDG_CONFIG_HOME", "target/no-settings"), _ -> false);
    }

    record Outcome(int exit, String out, String err) {}

    /** Runs a line, whose words contain no spaces. */
    Outcome run(String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Map<String, String> variables = new TreeMap<>(environment);
        variables.put("BACKPLANE_URL", suite.toString());
        Terminal terminal = new Terminal(
                new PrintWriter(out),
                new PrintWriter(err),
                InputStream.nullInputStream(),
                variables,
                false,
                CommandLineRun::pause,
                browser);
        int exit = new Cli(terminal).run(line.split(" "));
        return new Outcome(exit, out.toString(), err.toString());
    }

    private static boolean pause(Duration wanted) {
        LockSupport.parkNanos(PAUSE.toNanos());
        return true;
    }
}
