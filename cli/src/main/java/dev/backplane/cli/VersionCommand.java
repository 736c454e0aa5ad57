package dev.backplane.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "version",
        description = "Prints the versions of Backplane and of the JDK.",
        footer = {"", "Example:", "  backplane version"})
final class VersionCommand implements Callable<Integer> {

    @Mixin
    private final FormatOption format = new FormatOption();

    private final Terminal terminal;

    VersionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (format.readByPeople()) {
            terminal.out()
                    .println("Backplane " + version() + " on JDK " + Runtime.version() + " ("
                            + System.getProperty("java.home") + ")");
        } else {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("version", version())
                    .put("jdk", Runtime.version().toString())
                    .put("javaHome", System.getProperty("java.home"));
            format.print(terminal, json, List.of());
        }
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
