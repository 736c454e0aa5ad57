package dev.backplane.cli.build;

import dev.backplane.cli.output.Terminal;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of {@code ./backplane}: a checkout of the project, or an unpacked release, which has built jars and templates
 * in place of sources.
 */
public record Installation(Path root) {

    /** The modules that commands start, and whose jars a release contains. */
    public static final String CLI = "cli";

    public static final String LOCAL_CLOUD = "local/cloud";
    public static final String INFRA = "infra";
    public static final String PACKAGING = "packaging";
    public static final String BENCH = "bench";

    public static Installation of(Terminal terminal) {
        return new Installation(Path.of(terminal.variable("BACKPLANE_ROOT").orElse("."))
                .toAbsolutePath()
                .normalize());
    }

    /** Returns whether there is nothing to build. */
    public boolean released() {
        return Files.isDirectory(root.resolve("lib"));
    }

    /** Returns the folder for logs, tools and process ids, which git ignores. */
    public Path work() {
        return root.resolve(".backplane");
    }

    /** Returns the synthesized templates that {@code up} runs. */
    public Path templates() {
        return root.resolve(released() ? "templates" : "infra/target/cdk.out");
    }

    /** Returns the jar of a module with its dependencies; empty if it is not built. */
    public List<Path> jars(String module) {
        Path list = classPathFile(module);
        if (!Files.isRegularFile(list)) {
            return List.of();
        }
        Stream<Path> own = released() ? Stream.empty() : Stream.of(jar(module));
        return Stream.concat(
                        own,
                        Stream.of(read(list).strip().split(File.pathSeparator)).map(root::resolve))
                .toList();
    }

    public String classPath(String module) {
        return jars(module).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the jar that Maven builds from a module. */
    public Path jar(String module) {
        return root.resolve(module).resolve("target/backplane-" + module.replace('/', '-') + ".jar");
    }

    private Path classPathFile(String module) {
        return released()
                ? root.resolve("lib").resolve(module.replace('/', '-') + ".classpath")
                : root.resolve(module).resolve("target/classpath");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
