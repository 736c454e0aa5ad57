package dev.backplane.packaging;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/** A Java runtime with only the modules that a set of jars needs. */
final class JavaImage {

    private static final List<String> OPTIONS =
            List.of("--strip-java-debug-attributes", "--no-header-files", "--no-man-pages", "--vm", "server");

    // The JVM initializes security providers in order until one has the requested algorithm. SUN has hashes and random
    // numbers, SunJCE has the HMAC that signs requests.
    private static final List<String> FIRST_PROVIDERS = List.of("SUN", "SunJCE");
    private static final Pattern PROVIDER = Pattern.compile("security\\.provider\\.\\d+=(.+)");

    // The runtime client contains copies of Gson and Jackson, which use java.sql and java.desktop only if present.
    private static final String ANALYZED = "(?!com\\.amazonaws\\.lambda\\.thirdparty\\.).+";

    private JavaImage() {}

    /** Returns the image for a set of jars. Images are cached in a folder, because most services need the same one. */
    static Path of(List<Path> jars, Path images) throws IOException {
        String modules = modules(jars);
        Path image = images.resolve(System.getProperty("java.version")).resolve(modules);
        if (!Files.exists(image)) {
            Path draft = images.resolve("draft");
            Folders.remove(draft);
            Files.createDirectories(image.getParent());
            link(modules, draft);
            Files.move(draft, image);
        }
        return image;
    }

    private static void link(String modules, Path to) throws IOException {
        List<String> arguments = new ArrayList<>(OPTIONS);
        arguments.addAll(List.of("--add-modules", modules, "--output", to.toString()));
        run("jlink", arguments);
        orderProviders(to.resolve("conf/security/java.security"));
    }

    /** Moves the security providers that every function needs to the front of the list. */
    static void orderProviders(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<String> providers = lines.stream()
                .map(PROVIDER::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .sorted(Comparator.comparingInt(JavaImage::rank))
                .toList();
        if (!providers.containsAll(FIRST_PROVIDERS)) {
            throw new IOException("Expected the security providers " + FIRST_PROVIDERS + " but found " + providers);
        }
        Iterator<String> next = providers.iterator();
        int number = 0;
        List<String> ordered = new ArrayList<>();
        for (String line : lines) {
            ordered.add(PROVIDER.matcher(line).matches() ? "security.provider." + ++number + "=" + next.next() : line);
        }
        Files.write(file, ordered);
    }

    private static int rank(String provider) {
        int rank = FIRST_PROVIDERS.indexOf(provider);
        return rank < 0 ? FIRST_PROVIDERS.size() : rank;
    }

    private static String modules(List<Path> jars) {
        List<String> arguments = new ArrayList<>(List.of(
                "--print-module-deps",
                "--ignore-missing-deps",
                "--multi-release",
                String.valueOf(Runtime.version().feature()),
                "-include",
                ANALYZED));
        jars.forEach(jar -> arguments.add(jar.toString()));
        // The modules are on the last line, after any warnings.
        return run("jdeps", arguments).strip().lines().toList().getLast();
    }

    private static String run(String tool, List<String> arguments) {
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        int exit = ToolProvider.findFirst(tool)
                .orElseThrow(() -> new IllegalStateException("This Java has no " + tool + "; use a JDK"))
                .run(out, out, arguments.toArray(String[]::new));
        if (exit != 0) {
            throw new IllegalStateException(tool + " failed: " + output);
        }
        return output.toString();
    }
}
