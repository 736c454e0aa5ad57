package dev.backplane.cli.build;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The release archive: a folder with the launcher, built jars and synthesized templates, which a JDK alone can start.
 *
 * <p>DynamoDB Local is not in it, because its license forbids to distribute it. The first start downloads it.
 */
public final class SuiteArchive {

    /** The folder in the archive. */
    public static final String FOLDER = "backplane";

    private static final String NOT_DISTRIBUTED = "DynamoDBLocal-";
    private static final List<String> FILES = List.of("backplane", "LICENSE", "docs/cost.md");
    private static final List<String> MODULES = List.of(Installation.CLI, Installation.LOCAL_CLOUD);

    private final Installation installation;

    public SuiteArchive(Installation installation) {
        this.installation = installation;
    }

    /** Writes the archive of a built checkout, and returns it. */
    public Path write() throws IOException {
        Path archive = installation.root().resolve("packaging/target/backplane-suite.zip");
        Files.createDirectories(archive.getParent());
        Files.deleteIfExists(archive);
        Map<String, String> options = Map.of("create", "true", "enablePosixFileAttributes", "true");
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + archive.toUri()), options)) {
            Path folder = zip.getPath(FOLDER);
            Files.createDirectories(folder.resolve("lib"));
            Files.createDirectories(folder.resolve("docs"));
            for (String file : FILES) {
                Files.copy(installation.root().resolve(file), folder.resolve(file));
            }
            Files.setPosixFilePermissions(folder.resolve("backplane"), PosixFilePermissions.fromString("rwxr-xr-x"));
            copyFiles(installation.templates(), folder.resolve("templates"));
            copyFiles(installation.root().resolve("events"), folder.resolve("events"));
            for (String module : MODULES) {
                addModule(module, folder.resolve("lib"));
            }
        }
        return archive;
    }

    /** Copies what the local cloud reads: no packages of functions, which are on its class path. */
    private static void copyFiles(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = from.relativize(file).toString().replace('\\', '/');
                if (name.matches("[^/]*\\.json")) {
                    Files.createDirectories(to.resolve(name).getParent());
                    Files.copy(file, to.resolve(name));
                }
            }
        }
    }

    private void addModule(String module, Path lib) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path jar : installation.jars(module)) {
            String name = jar.getFileName().toString();
            names.add("lib/" + name);
            if (name.startsWith(NOT_DISTRIBUTED)) {
                Files.writeString(lib.resolve(Downloads.LIST), Downloads.line(jar));
            } else if (Files.notExists(lib.resolve(name))) {
                Files.copy(jar, lib.resolve(name));
            }
        }
        Files.writeString(lib.resolve(module.replace('/', '-') + ".classpath"), String.join(":", names) + "\n");
    }
}
