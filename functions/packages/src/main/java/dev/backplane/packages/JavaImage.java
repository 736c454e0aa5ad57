package dev.backplane.packages;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** A Java with the modules that some jars need, and no others. */
final class JavaImage {

    private JavaImage() {}

    /** Makes an image in a cache of such images, unless it is there already. */
    static Path of(List<Path> jars, Path cache) throws IOException {
        String modules = modules(jars);
        Path image = cache.resolve(
                new Fingerprint().add(modules).add(Runtime.version().toString()).text());
        if (!Files.exists(image.resolve("release"))) {
            Folders.remove(image);
            Files.createDirectories(cache);
            run(
                    "jlink",
                    List.of(
                            "--add-modules",
                            modules,
                            "--strip-java-debug-attributes",
                            "--no-header-files",
                            "--no-man-pages",
                            "--vm",
                            "server",
                            "--output",
                            image.toString()));
        }
        return image;
    }

    private static String modules(List<Path> jars) {
        List<String> arguments =
                new ArrayList<>(List.of("--print-module-deps", "--ignore-missing-deps", "--multi-release", "25"));
        jars.forEach(jar -> arguments.add(jar.toString()));
        // What comes before are warnings.
        return run("jdeps", arguments).strip().lines().toList().getLast();
    }

    private static String run(String tool, List<String> arguments) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        int exit = ToolProvider.findFirst(tool)
                .orElseThrow(() -> new IllegalStateException("this Java has no " + tool + ": a JDK is needed"))
                .run(out, out, arguments.toArray(String[]::new));
        if (exit != 0) {
            throw new IllegalStateException(tool + " failed: " + said);
        }
        return said.toString();
    }
}
