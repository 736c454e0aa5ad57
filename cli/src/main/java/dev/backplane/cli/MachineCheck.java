package dev.backplane.cli;

import dev.backplane.cli.http.Callback;
import dev.backplane.cli.output.Terminal;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks what the commands need of this machine. */
final class MachineCheck {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final int JDK = 25;

    // Libraries, build output and packages take about half of this.
    private static final long DISK_BYTES = 3L << 30;

    private final Terminal terminal;

    /** The three numbers of a version. */
    private record Version(int major, int minor, int patch) implements Comparable<Version> {

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

    MachineCheck(Terminal terminal) {
        this.terminal = terminal;
    }

    List<Finding> findings() {
        return List.of(
                jdk(),
                tool("maven", "mvn", new Version(3, 8, 6), "Get it from https://maven.apache.org/download.cgi."),
                tool("node", "node", new Version(20, 0, 0), "Get it from https://nodejs.org; the CDK requires it."),
                awsCli(),
                disk(),
                signInPorts());
    }

    private static Finding jdk() {
        String detail = Runtime.version() + " in " + System.getProperty("java.home");
        return Runtime.version().feature() >= JDK
                ? Finding.ok("jdk", detail)
                : Finding.problem("jdk", detail, "Get JDK " + JDK + " or newer from https://adoptium.net.");
    }

    private Finding tool(String check, String program, Version atLeast, String cure) {
        Optional<Version> version = version(program);
        if (version.isEmpty()) {
            return Finding.problem(check, program + " is not in the PATH", cure);
        }
        return version.get().compareTo(atLeast) >= 0
                ? Finding.ok(check, version.get().toString())
                : Finding.problem(check, version.get() + "; at least " + atLeast + " is needed", cure);
    }

    private Finding awsCli() {
        return version("aws")
                .map(version -> Finding.ok("aws", version.toString()))
                .orElseGet(() -> Finding.note(
                        "aws", "aws is not in the PATH", "Only deployments need it: https://aws.amazon.com/cli."));
    }

    /** Returns the version that a program prints, if it is there. */
    private Optional<Version> version(String program) {
        return Stream.of(terminal.variable("PATH").orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .flatMap(MachineCheck::printed);
    }

    private static Optional<Version> printed(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            Matcher version =
                    VERSION.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            return version.find()
                    ? Optional.of(new Version(
                            Integer.parseInt(version.group(1)),
                            Integer.parseInt(version.group(2)),
                            Integer.parseInt(version.group(3))))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Finding disk() {
        Path root = Path.of(terminal.variable("BACKPLANE_ROOT").orElse("."));
        try {
            long free = Files.getFileStore(root).getUsableSpace();
            String detail = (free >> 20) + " MB free";
            return free >= DISK_BYTES
                    ? Finding.ok("disk", detail)
                    : Finding.problem("disk", detail, "Free " + (DISK_BYTES >> 20) + " MB for libraries and builds.");
        } catch (IOException e) {
            return Finding.problem("disk", root + " cannot be read", "Check its permissions.");
        }
    }

    private static Finding signInPorts() {
        return Callback.PORTS.stream().anyMatch(MachineCheck::isFree)
                ? Finding.ok("sign-in ports", "one of " + Callback.PORTS + " is free")
                : Finding.problem(
                        "sign-in ports", Callback.PORTS + " are in use", "End a program that uses one of them.");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
