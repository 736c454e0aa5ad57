package dev.backplane.cli.build;

import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Builds the suite if something has changed since the last build, and says what. */
public final class SuiteBuild {

    /** What only the templates depend on. */
    private static final List<String> TEMPLATE_INPUTS =
            List.of("version.txt", "cdk.json", "state-machines", "infra/tenant-template-versions.txt");

    private static final List<String> CODE =
            List.of("pom.xml", ".mvn", "functions", "console", "docs/openapi", "infra", "local", "packaging");

    private static final List<String> MODULES =
            List.of(Installation.INFRA, Installation.LOCAL_CLOUD, Installation.PACKAGING);

    private final Installation installation;
    private final Terminal terminal;
    private final Tools tools;

    public SuiteBuild(Installation installation, Terminal terminal) {
        this.installation = installation;
        this.terminal = terminal;
        this.tools = new Tools(terminal);
    }

    /** Builds what has changed. A release is built, but lacks a library. */
    public void run() {
        if (installation.released()) {
            new Downloads(installation, terminal).run();
            return;
        }
        Instant started = Instant.now();
        if (!complete()) {
            build("not built yet");
        } else {
            Changes changes = new Changes(installation.root(), modified(stamp()));
            List<Path> templates = changes.in(TEMPLATE_INPUTS);
            List<Path> code = changes.in(CODE).stream()
                    .filter(path -> !templates.contains(path))
                    .toList();
            if (!code.isEmpty()) {
                build(reason(code));
            } else if (!templates.isEmpty()) {
                synthesize(reason(templates));
            } else {
                return;
            }
        }
        mark(started);
    }

    private static String reason(List<Path> changed) {
        Path newest = changed.stream().min(Comparator.comparing(Path::toString)).orElseThrow();
        int others = changed.size() - 1;
        return newest + (others == 0 ? "" : others == 1 ? " and another file" : " and " + others + " other files")
                + " changed";
    }

    /** A jar may be missing, for example after {@code mvn clean} or with another local repository. */
    private boolean complete() {
        return Files.exists(stamp())
                && Files.exists(installation.templates().resolve("manifest.json"))
                && MODULES.stream()
                        .map(installation::jars)
                        .allMatch(jars -> !jars.isEmpty() && jars.stream().allMatch(Files::exists));
    }

    private void build(String reason) {
        tools.need(Tool.MAVEN, Tool.NODE);
        new Maven(installation, terminal)
                .run(
                        "Building the suite (" + reason + ")",
                        "build.log",
                        Maven.Detail.PROGRESS,
                        List.of("-pl", String.join(",", MODULES), "-am", "package", "-Dmaven.test.skip"));
    }

    /** Writes the templates alone, as the build of the module infra does. */
    private void synthesize(String reason) {
        tools.need(Tool.NODE);
        try (Progress progress = Progress.start(terminal, "Writing the templates (" + reason + ")")) {
            delete(installation.templates());
            Programs.Result result = new Programs(terminal, installation.root())
                    .read(
                            List.of(
                                    Java.program(),
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    installation.classPath(Installation.INFRA),
                                    "dev.backplane.infra.LocalTemplates",
                                    installation.templates().toString()),
                            Map.of(
                                    "CDK_VALIDATION",
                                    "false",
                                    "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION",
                                    nodeMajor()));
            if (!result.successful()) {
                progress.stop();
                throw new Failure(
                        result.exit() > 128 ? Kind.INTERRUPTED : Kind.REFUSED,
                        result.exit() > 128 ? "Stopped." : "The templates cannot be written: " + result.err());
            }
            progress.done();
        }
    }

    /** Returns the major version of Node.js, whose end of life the CDK would otherwise report. */
    public String nodeMajor() {
        return tools.version(Tool.NODE)
                .map(version -> Integer.toString(version.major()))
                .orElse("");
    }

    /** The local cloud would run the old template of a renamed stack. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path stamp() {
        return installation.root().resolve("local/cloud/target/built");
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Remembers when the build started: what changed during it is built next time. */
    private void mark(Instant started) {
        try {
            if (Files.notExists(stamp())) {
                Files.createDirectories(stamp().getParent());
                Files.createFile(stamp());
            }
            Files.setLastModifiedTime(stamp(), FileTime.from(started));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
