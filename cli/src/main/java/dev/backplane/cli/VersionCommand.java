package dev.backplane.cli;

import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "version",
        description = "Prints the versions of Backplane and of the JDK.",
        footer = {"", "Example:", "  backplane version"})
final class VersionCommand implements Callable<Integer> {

    private final Terminal terminal;

    VersionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out()
                .println("Backplane " + version() + " on JDK " + Runtime.version() + " ("
                        + System.getProperty("java.home") + ")");
        return 0;
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream file =
                Objects.requireNonNull(VersionCommand.class.getResourceAsStream("version.properties"))) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
