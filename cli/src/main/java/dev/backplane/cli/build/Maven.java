package dev.backplane.cli.build;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs Maven with its progress on the terminal and its whole output in a file. */
public final class Maven {

    private static final int LAST_LINES = 20;

    private final Installation installation;
    private final Terminal terminal;
    private final Tools tools;

    /** How much of Maven's output people see while it runs. */
    public enum Detail {
        PROGRESS,
        /** All lines where no person watches, such as in a pipeline that keeps no files. */
        LINES
    }

    public Maven(Installation installation, Terminal terminal) {
        this.installation = installation;
        this.terminal = terminal;
        this.tools = new Tools(terminal);
    }

    /**
     * Runs Maven on the JDK of this process.
     *
     * @param name the name of the log file
     */
    public void run(String step, String name, Detail detail, List<String> arguments) {
        Path file = log(name);
        MavenOutput output = new MavenOutput();
        Deque<String> last = new ArrayDeque<>();
        int exit;
        try (PrintWriter log = new PrintWriter(Files.newBufferedWriter(file));
                Progress progress = Progress.start(terminal, step)) {
            boolean everyLine = detail == Detail.LINES && !terminal.interactive();
            Process process = Programs.start(builder(arguments));
            Thread reader = Thread.ofPlatform()
                    .start(() -> lines(process, line -> {
                        log.println(line);
                        remember(last, line);
                        boolean content = output.accept(line);
                        progress.detail(output.detail());
                        if (everyLine && content) {
                            progress.print(line);
                        }
                    }));
            exit = Programs.await(process, progress::stop);
            reader.join();
            if (exit == 0) {
                progress.detail(output.downloads());
                progress.done();
            }
        } catch (IOException e) {
            throw new Failure(Kind.REFUSED, "Cannot write " + file + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(Kind.INTERRUPTED, "Stopped.");
        }
        if (exit != 0) {
            throw failure(step, exit, output, List.copyOf(last), file);
        }
    }

    private Path log(String name) {
        try {
            return Files.createDirectories(installation.work()).resolve(name);
        } catch (IOException e) {
            throw new Failure(Kind.REFUSED, "Cannot create the folder " + installation.work() + ": " + e.getMessage());
        }
    }

    private ProcessBuilder builder(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(tools.path(Tools.Tool.MAVEN), "-B", "-Dstyle.color=never"));
        tools.version(Tools.Tool.NODE).ifPresent(node -> command.add("-Dnode.major=" + node.major()));
        Stream.of("MAVEN_ARGS", "BACKPLANE_MAVEN_ARGS")
                .flatMap(name -> terminal.variable(name).stream())
                .flatMap(value -> Stream.of(value.strip().split("\\s+")))
                .forEach(command::add);
        command.addAll(arguments);
        ProcessBuilder builder = new Programs(terminal, installation.root())
                .prepare(command, Map.of("JAVA_HOME", System.getProperty("java.home")))
                .redirectErrorStream(true);
        // Newer versions of Maven would read it a second time.
        builder.environment().remove("MAVEN_ARGS");
        return builder;
    }

    private interface Lines {
        void accept(String line);
    }

    private static void lines(Process process, Lines each) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                each.accept(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remember(Deque<String> last, String line) {
        last.add(line);
        if (last.size() > LAST_LINES) {
            last.remove();
        }
    }

    private static Failure failure(String step, int exit, MavenOutput output, List<String> last, Path log) {
        if (exit > 128) {
            return new Failure(Kind.INTERRUPTED, "Stopped.");
        }
        List<String> lines = new ArrayList<>(List.of(step + ": failed."));
        lines.addAll(output.errors().isEmpty() ? last : output.errors());
        if (!output.cause().isEmpty()) {
            lines.add(output.cause());
        }
        lines.add("The whole output: " + log);
        return new Failure(Kind.REFUSED, String.join(System.lineSeparator(), lines));
    }
}
