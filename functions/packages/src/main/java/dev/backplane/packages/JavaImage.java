package dev.backplane.packages;

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

/** A Java with the modules that some jars need, and no others. */
final class JavaImage {

    private static final List<String> OPTIONS =
            List.of("--strip-java-debug-attributes", "--no-header-files", "--no-man-pages", "--vm", "server");

    // Hashes and random numbers, then what signs requests.
    private static final List<String> FIRST_PROVIDERS = List.of("SUN", "SunJCE");
    private static final Pattern PROVIDER = Pattern.compile("security\\.provider\\.\\d+=(.+)");

    // Gson looks whether Java has java.sql before it uses these.
    private static final String ANALYZED = "(?!.+\\.gson\\.internal\\.sql\\.).+";

    private JavaImage() {}

    /** Makes an image in a cache of such images, unless it is there already. */
    static Path of(Path jar, Path cache) throws IOException {
        String modules = modules(jar);
        Path image = cache.resolve(new Fingerprint()
                .add(modules)
                .add(Runtime.version().toString())
                .add(JavaImage.class)
                .text());
        if (!Files.exists(image.resolve("release"))) {
            Folders.remove(image);
            Files.createDirectories(cache);
            Path drafts = Files.createTempDirectory(cache, "draft");
            try {
                Files.move(link(modules, drafts.resolve("java")), image);
            } finally {
                Folders.remove(drafts);
            }
        }
        return image;
    }

    private static Path link(String modules, Path to) throws IOException {
        List<String> arguments = new ArrayList<>(OPTIONS);
        arguments.addAll(List.of("--add-modules", modules, "--output", to.toString()));
        run("jlink", arguments);
        orderProviders(to.resolve("conf/security/java.security"));
        return to;
    }

    /** Has Java ask those first that have what every function needs; it sets up each one that it asks. */
    static void orderProviders(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<String> providers = lines.stream()
                .map(PROVIDER::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .sorted(Comparator.comparingInt(JavaImage::place))
                .toList();
        if (!providers.containsAll(FIRST_PROVIDERS)) {
            throw new IOException("this Java has not all of " + FIRST_PROVIDERS + " but " + providers);
        }
        Iterator<String> next = providers.iterator();
        int place = 0;
        List<String> ordered = new ArrayList<>();
        for (String line : lines) {
            ordered.add(PROVIDER.matcher(line).matches() ? "security.provider." + ++place + "=" + next.next() : line);
        }
        Files.write(file, ordered);
    }

    private static int place(String provider) {
        int place = FIRST_PROVIDERS.indexOf(provider);
        return place < 0 ? FIRST_PROVIDERS.size() : place;
    }

    private static String modules(Path jar) {
        List<String> arguments =
                List.of("--print-module-deps", "--ignore-missing-deps", "-include", ANALYZED, jar.toString());
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
