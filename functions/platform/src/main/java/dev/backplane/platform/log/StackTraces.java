package dev.backplane.platform.log;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Stack traces as text, for log lines. */
public final class StackTraces {

    private StackTraces() {}

    public static String of(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
