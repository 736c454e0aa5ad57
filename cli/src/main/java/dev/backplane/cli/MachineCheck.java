package dev.backplane.cli;

import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.build.Tools.Version;
import dev.backplane.cli.http.Callback;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks what the commands need of this machine. */
final class MachineCheck {

    private static final int JDK = 25;

    // Libraries, build output and packages take about half of this.
    private static final long DISK_BYTES = 3L << 30;

    private final Terminal terminal;
    private final Tools tools;

    MachineCheck(Terminal terminal) {
        this.terminal = terminal;
        this.tools = new Tools(terminal);
    }

    List<Finding> findings() {
        return List.of(jdk(), tool("maven", Tool.MAVEN), tool("node", Tool.NODE), awsCli(), disk(), signInPorts());
    }

    private static Finding jdk() {
        String detail = Runtime.version() + " in " + System.getProperty("java.home");
        return Runtime.version().feature() >= JDK
                ? Finding.ok("jdk", detail)
                : Finding.problem("jdk", detail, "Get JDK " + JDK + " or newer from https://adoptium.net.");
    }

    private Finding tool(String check, Tool tool) {
        Optional<Version> version = tools.version(tool);
        if (version.isEmpty()) {
            return Finding.problem(check, tool.program() + " is not in the PATH", tool.cure());
        }
        return version.get().compareTo(tool.atLeast()) >= 0
                ? Finding.ok(check, version.get().toString())
                : Finding.problem(check, version.get() + "; at least " + tool.atLeast() + " is needed", tool.cure());
    }

    private Finding awsCli() {
        return tools.version(Tool.AWS)
                .map(version -> Finding.ok("aws", version.toString()))
                .orElseGet(() -> Finding.note(
                        "aws", "aws is not in the PATH", "Only deployments need it: https://aws.amazon.com/cli."));
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
