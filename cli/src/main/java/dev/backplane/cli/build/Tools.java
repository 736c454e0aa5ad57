package dev.backplane.cli.build;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The programs of this machine that commands start. */
public final class Tools {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)");

    private final Terminal terminal;

    /** A program, the oldest version that works, and ways to get it. */
    public enum Tool {
        MAVEN(
                "mvn",
                "Maven",
                "3.8.6",
                "Get it from https://maven.apache.org/download.cgi, or with 'sdk install maven', 'apt install maven' or"
                        + " 'brew install maven'."),
        NODE(
                "node",
                "Node.js 20 or newer, which the CDK requires",
                "20.0.0",
                "Get it from https://nodejs.org, or with 'nvm install --lts' or 'brew install node'."),
        NPM("npm", "npm", "0.0.0", "It comes with Node.js: https://nodejs.org."),
        AWS("aws", "the AWS CLI", "0.0.0", "Get it from https://aws.amazon.com/cli, or with 'brew install awscli'.");

        private final String program;
        private final String title;
        private final String atLeast;
        private final String cure;

        Tool(String program, String title, String atLeast, String cure) {
            this.program = program;
            this.title = title;
            this.atLeast = atLeast;
            this.cure = cure;
        }

        public String program() {
            return program;
        }

        public Version atLeast() {
            return Version.in(atLeast).orElseThrow();
        }

        public String cure() {
            return cure;
        }
    }

    /** The three numbers of a version. */
    public record Version(int major, int minor, int patch) implements Comparable<Version> {

        /** Returns the first version in a text. */
        static Optional<Version> in(String text) {
            return VERSION.matcher(text)
                    .results()
                    .findFirst()
                    .map(match -> new Version(
                            Integer.parseInt(match.group(1)),
                            Integer.parseInt(match.group(2)),
                            Integer.parseInt(match.group(3))));
        }

        @Override
        public int compareTo(Version other) {
            return major != other.major
                    ? Integer.compare(major, other.major)
                    : minor != other.minor ? Integer.compare(minor, other.minor) : Integer.compare(patch, other.patch);
        }

        @Override
        public String toString() {
            return major + "." + minor + "." + patch;
        }
    }

    public Tools(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Fails with all tools that are missing or too old, and ways to get them. */
    public void need(Tool... tools) {
        String missing = Stream.of(tools)
                .filter(tool -> !works(tool))
                .map(tool -> "Missing: " + tool.title + ". " + tool.cure)
                .collect(Collectors.joining(System.lineSeparator()));
        if (!missing.isEmpty()) {
            throw new Failure(Kind.REFUSED, missing);
        }
    }

    private boolean works(Tool tool) {
        // Only Node.js has an age that its users notice late; Maven checks its own version.
        return tool == Tool.NODE
                ? version(tool)
                        .filter(version -> version.compareTo(tool.atLeast()) >= 0)
                        .isPresent()
                : find(tool.program).isPresent();
    }

    /** Returns the program in the PATH. */
    public Optional<Path> find(String program) {
        return Stream.of(terminal.variable("PATH").orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns the path of a program that {@link #need} has found. */
    public String path(Tool tool) {
        return find(tool.program).map(Path::toString).orElse(tool.program);
    }

    /** Returns the version that a program prints, if it is there. */
    public Optional<Version> version(Tool tool) {
        return find(tool.program).flatMap(Tools::printed);
    }

    private static Optional<Version> printed(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            return Version.in(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
