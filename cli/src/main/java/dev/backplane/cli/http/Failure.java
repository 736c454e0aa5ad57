package dev.backplane.cli.http;

/** The end of a command that did not do what it was asked for, with the exit code and a message for people. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The kinds of failures, which a script can tell apart by the exit code. */
    public enum Kind {
        REFUSED(1),
        USAGE(2),
        UNREACHABLE(3),
        SIGNED_OUT(4),
        /** The exit code of a shell for a program that Ctrl-C ends. */
        INTERRUPTED(130);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    private final Kind kind;
    private final String text;

    public Failure(Kind kind, String message) {
        super(message);
        this.kind = kind;
        this.text = message;
    }

    public Kind kind() {
        return kind;
    }

    public String text() {
        return text;
    }
}
