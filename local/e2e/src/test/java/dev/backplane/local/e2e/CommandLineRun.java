package dev.backplane.local.e2e;

import dev.backplane.cli.Cli;
import dev.backplane.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Runs commands of the command line against a suite, in this process. */
record CommandLineRun(URI suite) {

    private static final Duration PAUSE = Duration.ofMillis(50);

    record Outcome(int exit, String out, String err) {}

    /** Runs a line, whose words contain no spaces. */
    Outcome run(String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(
                new PrintWriter(out),
                new PrintWriter(err),
                InputStream.nullInputStream(),
                Map.of("BACKPLANE_URL", suite.toString()),
                false,
                CommandLineRun::pause);
        int exit = new Cli(terminal).run(line.split(" "));
        return new Outcome(exit, out.toString(), err.toString());
    }

    private static boolean pause(Duration wanted) {
        LockSupport.parkNanos(PAUSE.toNanos());
        return true;
    }
}
