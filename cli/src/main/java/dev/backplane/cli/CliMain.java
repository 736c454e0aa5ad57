package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;

/** The entry point of the command line. */
public final class CliMain {

    private CliMain() {}

    public static void main(String[] words) {
        System.exit(new Cli(Terminal.ofProcess()).run(words));
    }
}
